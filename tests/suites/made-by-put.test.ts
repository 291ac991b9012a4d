import { describe, expect, it } from 'vitest';
import { answered, before, json, judged, type Server } from './judged.ts';

/** A PUT that makes a command document is answered 201, where the document is seen to be made (RFC 9110 9.3.4). */
type Wrap = NonNullable<Server['wrap']>;

const isDocument = (path: string): boolean => /\/commands\/[^/]+$/u.test(path);

/** Answers each PUT of a command document so, in place of 201. */
const saying = (instead: (response: Response) => Response): Wrap =>
  before(async ({ method, path }, next) => {
    const response = await next();
    return method === 'PUT' && isDocument(path) && response.status === 201 ? instead(response) : response;
  });

/** The same, with another answer to each GET of a document. */
const reading =
  (read: (response: Response) => Response): Wrap =>
  (fetch, mock) =>
    before(async ({ method, path }, next) => {
      const response = await next();
      return method === 'GET' && isDocument(path) ? read(response) : response;
    })(saying((response) => answered(response, 204))(fetch, mock));

const WRONG: Readonly<Record<string, Wrap>> = {
  'answers 204': saying((response) => answered(response, 204)),
  'answers 200': saying((response) => answered(response, 200)),
};

const LEGAL: Readonly<Record<string, Wrap>> = {
  'answers 202': saying((response) => answered(response, 202)),
  'answers 204, and reads no command documents': reading(() => json(404, {})),
  'answers 204, and reads a document by no GET': reading(() => json(405, {}, { allow: 'PUT' })),
};

const RULE = 'read/made';

const SERVERS = [
  { form: 'F', selectors: ['accept'] },
  { form: 'G', selectors: ['accept'] },
  { form: 'F', selectors: [] },
] as const;

describe.concurrent.each(SERVERS)('a server whose PUT of a command document in form $form', ({ form, selectors }) => {
  const options = { operationForms: [form], selectors };

  it.each(Object.entries(WRONG))('%s fails', async (_, wrap) => {
    const result = (await judged([RULE], { options, wrap })).of(RULE, 'deals');
    expect(result).toMatchObject({ outcome: 'fail' });
    expect(JSON.stringify(result)).toContain('made a document where there was none');
  });

  it.each(Object.entries(LEGAL))('%s is not failed', async (_, wrap) => {
    expect((await judged([RULE], { options, wrap })).of(RULE, 'deals')).not.toMatchObject({ outcome: 'fail' });
  });
});

it('a server that reads something else than the command there is not failed', async () => {
  const wrap = reading((response) => (response.ok ? json(200, { state: 'done' }) : response));
  const options = { operationForms: ['F'], selectors: [] } as const;
  expect((await judged([RULE], { options, wrap })).of(RULE, 'deals')).not.toMatchObject({ outcome: 'fail' });
});
