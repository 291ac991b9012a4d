import { proveShare } from './deviations.ts';

proveShare(3, 4);
