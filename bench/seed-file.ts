import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Seed } from '../fixtures/seed.ts';

/** How many records a seed has. */
export interface Size {
  readonly users: number;
  readonly deals: number;
}

/** The name of the user of this number: no two have one name, as in the small seeds that large ones are compared with. */
export function nameOf(user: number): string {
  return `Given${user} Family${user % 1000}`;
}

/** Writes a seed file of this size, record by record, so that it never stands in memory as a whole. */
export async function writeSeed(path: string, { users, deals }: Size): Promise<void> {
  const out = createWriteStream(path);
  const write = async (text: string): Promise<void> => {
    if (!out.write(text)) await once(out, 'drain');
  };
  await write('{"users":[');
  for (let i = 1; i <= users; i += 1) await write(`${i === 1 ? '' : ','}${JSON.stringify(user(i))}`);
  await write('],"deals":[');
  for (let i = 1; i <= deals; i += 1) await write(`${i === 1 ? '' : ','}${JSON.stringify(deal(i))}`);
  out.end(']}\n');
  await once(out, 'close');
}

function user(number: number): NonNullable<Seed['users']>[number] {
  return { id: String(number), name: nameOf(number), email: `user${number}@example.com` };
}

function deal(number: number): NonNullable<Seed['deals']>[number] {
  return { id: String(number), name: `Deal ${number}`, price: number / 4 };
}
