import { proveShare } from './deviations.ts';

proveShare(1, 4);
