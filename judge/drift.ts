import { type Drift, driftBetween } from '../core/results/drift.ts';
import type { Json, JsonObject } from '../core/target.ts';
import { SEED, type Seed, type SeedUser } from '../fixtures/seed.ts';
import { startMock } from '../mock/node.ts';
import type { ResourceFile, TargetFile } from '../target-file/file.ts';
import { documentUnder } from '../target-file/over-document.ts';
import { judge } from './judge.ts';
import type { JudgeOptions } from './options.ts';

/**
 * Judges a service, and then the mock under the service's claims by the same target file, and tells where they differ. Credentials
 * are sent to the service alone.
 */
export async function drift(options: JudgeOptions): Promise<Drift> {
  const seed = options.seed ?? Math.floor(Math.random() * 2 ** 31);
  const service = await judge({ ...options, seed });
  const { target: file = {}, version: _, onPlan: __, onResult: ___, ...rest } = options;
  const { claims } = service.target;
  const others = (file.resources ?? []).filter((resource) => documentUnder(resource) === undefined);
  const leftOut = others.map(({ name }) => `${name}: the mock has the resources of the document alone`);
  if (service.summary.verdict === 'not-judged' && service.results.length === 0) {
    const problem = service.run.interrupted ?? service.summary.headline?.[0] ?? 'the service could not be judged';
    return { ...driftBetween(service, service), compared: 0, differences: [], undecided: [], leftOut, problem };
  }
  // A mock has to have some representation, and takes a plain word as its version.
  const representations = claims.representations.length === 0 ? (['json'] as const) : claims.representations;
  const version = options.version ?? file.version ?? '1';
  const started = await startMock({ ...claims, representations, version, seed: seedFor(file), control: false });
  try {
    const { cookie: ____, cookieFile: _____, headers: ______, tls: _______, baseUrl: ________, ...asked } = rest;
    const { ledger: _________, source: __________, waivers: ___________, ...plain } = asked;
    const [value = ''] = started.mock.options.sessions;
    const target = fileForMock(file, started.url, claims.session === 'validated' ? value : undefined);
    const mock = await judge({
      ...plain,
      target: { ...target, claims: { ...claims, representations }, version },
      seed,
    });
    const names = new Set(others.map(({ name }) => name));
    return driftBetween(mock, service, leftOut, (subject) => names.has(subject.split(/[:/]/u, 1)[0] ?? ''));
  } finally {
    await started.close();
  }
}

/** The same file about the mock: who asks, whom to trust and what is elsewhere belong to the service. */
function fileForMock(file: TargetFile, baseUrl: string, session: string | undefined): TargetFile {
  const { headers: _, tls: __, origins: ___, unavailable: ____, resources, session: given = {}, ...same } = file;
  const { cookie: _____, cookieFile: ______, headers: _______, login: ________, command: _________, ...check } = given;
  const cookie = session === undefined ? {} : { cookie: `${check.cookieName ?? 'USER_TOKEN'}=${session}` };
  const own = resources?.filter((resource) => documentUnder(resource) !== undefined);
  return {
    ...same,
    name: 'the mock',
    baseUrl,
    session: { ...check, ...cookie },
    ...(own === undefined ? {} : { resources: own.map(({ headers: __________, ...resource }) => resource) }),
  };
}

/** The mock's own data, and the records that the file says to be there. */
function seedFor({ resources = [], claims }: TargetFile): Seed {
  const base = claims?.indexBase ?? 0;
  const [deals, users] = ['deals', 'users'].map((name) => resources.find((resource) => resource.name === name));
  const known = users === undefined ? [] : knownUsers(users, base);
  const deal = deals?.known;
  return {
    users: joined<SeedUser>(SEED.users ?? [], known),
    deals: joined(SEED.deals ?? [], deal === undefined ? [] : [{ ...sampleOf(deals), id: deal, name: 'a known deal' }]),
  };
}

function knownUsers({ known, query, nested = [] }: ResourceFile, base: number): readonly SeedUser[] {
  const matches = typeof query === 'object' ? query.matches : undefined;
  const named =
    known === undefined && matches === undefined ? [] : [{ id: known ?? 'matches', name: matches ?? 'a known user' }];
  const owners = nested.flatMap((one) => (typeof one === 'string' || one.owner === undefined ? [] : [one]));
  const ids = new Set([...named.map(({ id }) => String(id)), ...owners.map(({ owner = '' }) => String(owner))]);
  return Array.from(ids, (id) => {
    const of = (part: string): readonly JsonObject[] =>
      owners
        .filter((one) => String(one.owner) === id && one.address.includes(part))
        .flatMap(({ index = base }) => Array.from({ length: index - base + 1 }, (_, i) => ({ number: i })));
    const name = named.find((one) => String(one.id) === id)?.name ?? 'a known owner';
    return { id, name, sshKeys: of('/ssh-keys/'), addresses: of('/address/') };
  });
}

function sampleOf(deals: ResourceFile | undefined): Readonly<Record<string, Json>> {
  return deals?.sample ?? { price: 1 };
}

/** Both; what the second says of an id goes before. */
function joined<T extends { readonly id: string | number }>(own: readonly T[], more: readonly T[]): readonly T[] {
  const ids = new Set(more.map(({ id }) => String(id)));
  return [...own.filter(({ id }) => !ids.has(String(id))), ...more];
}
