import { load } from 'js-yaml';
import { messageOf } from '../core/message-of.ts';
import { isObject } from '../core/representation/json-value.ts';
import { UsageProblem } from '../judge/options.ts';
import { DOCUMENT_RESOURCES } from '../target-file/document.ts';
import type { TargetFile } from '../target-file/file.ts';
import type { Finding, Open } from './finding.ts';
import { collectionsOf, describeCollection, undecidedWrites } from './openapi-collections.ts';
import { operationsOf, verbsOf } from './openapi-operations.ts';
import { type Api, type Paths, pathsOf } from './openapi-paths.ts';

/** What an OpenAPI document says of a target. */
export interface Described {
  readonly file: TargetFile;
  readonly findings: readonly Finding[];
  readonly open: readonly Open[];
}

/** Reads an OpenAPI 3 document, JSON or YAML. Its references are followed within it, and nothing else is read or asked for. */
export async function describeOpenApi(text: string, source: string): Promise<Described> {
  const parsed = parse(text, source);
  if (!isObject(parsed) || typeof parsed['openapi'] !== 'string' || !parsed['openapi'].startsWith('3.')) {
    const what =
      isObject(parsed) && parsed['swagger'] !== undefined
        ? 'it is Swagger 2: convert it to OpenAPI 3'
        : 'it has no openapi: 3.x';
    throw new UsageProblem(`${source} is no OpenAPI 3 document: ${what}`);
  }
  // Only where it is needed: loading it takes as long as the rest.
  const { dereference } = await import('@readme/openapi-parser');
  try {
    // An object that was checked to be one; the parser says itself what in it is wrong.
    const document = await dereference(structuredClone(parsed) as unknown as Parameters<typeof dereference>[0], {
      resolve: { external: false },
      dereference: { circular: 'ignore' },
    });
    return describe(document as unknown as Api, source); // read with care below: every member may be anything
  } catch (cause) {
    const why = messageOf(cause);
    throw new UsageProblem(`${source} cannot be read as OpenAPI: ${why}`, { cause });
  }
}

function parse(text: string, source: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/u, ''));
  } catch {
    try {
      return load(text);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
      throw new UsageProblem(`${source} is neither JSON nor YAML: ${why}`, { cause });
    }
  }
}

function describe(api: Api, source: string): Described {
  const paths = pathsOf(api);
  const findings: Finding[] = [{ place: 'resources', evidence: `the paths of ${source}` }];
  const open: Open[] = [];
  const resources = collectionsOf(paths).map((collection) =>
    describeCollection(paths, collection, source, findings, open),
  );
  const version = versionOf(paths);
  if (version !== undefined) findings.push({ place: 'version', evidence: `the paths of ${source}` });
  const server = serverOf(api);
  const cookieName = cookieOf(api);
  const title = isObject(api['info']) ? api['info']['title'] : undefined;
  const isOwn = resources.some(({ name }) => DOCUMENT_RESOURCES.some((one) => one.name === name));
  const operations = isOwn ? operationsOf(paths, version) : [];
  if (operations.length === 0) open.push(...undecidedWrites(paths, resources));
  for (const address of isOwn ? [] : verbsOf(paths, resources))
    open.push({
      place: 'operations',
      question: `${address} looks like an operation (4.2): name it in operations if it is one`,
    });
  return {
    file: {
      ...(typeof title === 'string' && title !== '' ? { name: title } : {}),
      ...(server === undefined ? {} : { baseUrl: server }),
      ...(version === undefined ? {} : { version }),
      ...(cookieName === undefined || cookieName === 'USER_TOKEN' ? {} : { session: { cookieName } }),
      ...(resources.length === 0 ? {} : { resources }),
      ...(operations.length === 0 ? {} : { operations }),
    },
    findings,
    open,
  };
}

function versionOf(paths: Paths): string | undefined {
  const [first] = [...paths.keys()].flatMap((path) => /^\/rest\/([^/{]+)\//u.exec(path)?.[1] ?? []);
  return first;
}

function serverOf({ servers }: Api): string | undefined {
  const url = Array.isArray(servers) && isObject(servers[0]) ? servers[0]['url'] : undefined;
  return typeof url === 'string' && /^https?:\/\//u.test(url) && !url.includes('{') ? url : undefined;
}

function cookieOf({ components }: Api): string | undefined {
  const schemes = isObject(components) && isObject(components['securitySchemes']) ? components['securitySchemes'] : {};
  const cookie = Object.values(schemes).find(
    (one) => isObject(one) && one['type'] === 'apiKey' && one['in'] === 'cookie',
  );
  return isObject(cookie) && typeof cookie['name'] === 'string' ? cookie['name'] : undefined;
}
