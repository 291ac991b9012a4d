import { expect, test } from 'vitest';
import { createClient } from '../../client/client.ts';
import type { CleanUp } from '../../core/cleanup/record-cleanup.ts';
import type { Transport } from '../../core/http/exchange.ts';
import { startMock } from '../../mock/node.ts';
import { assume } from '../../target-file/assume.ts';
import { resolveTarget } from '../../target-file/resolve.ts';
import { openBook } from '../book.ts';

test.each(['HEAD', 'OPTIONS'] as const)(
  'a record on which %s is tried stays where a check ends meanwhile',
  async (tried) => {
    await using mock = await startMock({ port: 0 });
    const client = createClient({ baseUrl: mock.url });
    let ends: CleanUp | undefined;
    let count = 0;
    const transport: Transport = {
      probe: (request) => client.probe(request),
      async send(request) {
        if (request.method === tried && ends !== undefined) {
          count += 1;
          await ends.now([]);
        }
        return client.send(request);
      },
    };
    const book = openBook(mock.url, transport);
    await assume(resolveTarget({ baseUrl: mock.url }), client, { readOnly: false, operates: false, ...book });
    ends = book.cleanUp;
    expect(await book.records.safe[tried].took()).toBeUndefined();
    expect(count).toBe(1);
    expect(book.records.safe[tried].told()).toEqual([]);
    expect(await book.cleanUp.finish(5000)).toEqual([]);
    await client.close();
  },
);
