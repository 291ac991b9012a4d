import { proveShare } from './deviations.ts';

proveShare(2, 4);
