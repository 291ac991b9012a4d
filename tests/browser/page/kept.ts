export { setupWorker } from 'msw/browser';
export { handlers } from '../../../mock/msw.ts';
