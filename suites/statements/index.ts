import { deals } from './deals.ts';
import { reading } from './reading.ts';
import { rest } from './rest.ts';
import { service } from './service.ts';
import type { Statement } from './statement.ts';

/** Every sentence of the document that says something of the service, in the document's order. */
export const STATEMENTS: readonly Statement[] = [...service, ...deals, ...reading, ...rest];

export type { Statement };
