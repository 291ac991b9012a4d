import { proveShare } from './deviations.ts';

proveShare(0, 4);
