import { Ajv2020 } from 'ajv/dist/2020.js';
import * as formats from 'ajv-formats';
import type { Form } from '../core/claims.ts';
import { createFreshIds } from '../core/ids/fresh-ids.ts';
import { fillUnique } from '../core/ids/placeholders.ts';
import { fitsValues } from '../core/ids/query-values.ts';
import { messageOf } from '../core/message-of.ts';
import type { JsonObject } from '../core/target.ts';
import { baseUrlProblem } from './base-url.ts';
import { DOCUMENT_RESOURCES, documentResource } from './document.ts';
import type { OperationFile, ResourceFile, SessionFile, TargetFile } from './file.ts';
import type { Problem } from './problem.ts';

/** What a file that fits the schema says that cannot be meant. */
export function contradictionsIn(file: TargetFile): Problem[] {
  return [
    ...baseUrlOf(file),
    ...originsOf(file),
    ...sessionOf(file.session),
    ...(file.resources ?? []).flatMap((resource, i) => resourceOf(resource, i, file)),
    ...(file.operations ?? []).flatMap((operation, i) => operationOf(operation, i, file)),
  ];
}

function baseUrlOf({ baseUrl }: TargetFile): Problem[] {
  const reason = baseUrl === undefined ? undefined : baseUrlProblem(baseUrl);
  return reason === undefined ? [] : [{ path: 'baseUrl', reason }];
}

function originsOf({ origins = [] }: TargetFile): Problem[] {
  return origins.flatMap((origin, i) => {
    const isOrigin = URL.canParse(origin) && /^https?:/u.test(origin) && new URL(origin).origin === origin;
    const reason = `must be scheme and host only, such as https://files.example.com, not "${origin}"`;
    return isOrigin ? [] : [{ path: `origins[${i}]`, reason }];
  });
}

function sessionOf({ login }: SessionFile = {}): Problem[] {
  if (login?.json === undefined || login.form === undefined) return [];
  return [{ path: 'session.login', reason: 'holds both json and form: keep one' }];
}

function resourceOf(resource: ResourceFile, at: number, file: TargetFile): Problem[] {
  const path = `resources[${at}]`;
  const problems: Problem[] = [];
  const add = (member: string, reason: string): void => {
    problems.push({ path: `${path}${member}`, reason });
  };
  const { name, create, sample, required = [], collection } = resource;
  if (file.resources?.slice(0, at).some((earlier) => earlier.name === name)) {
    add('.name', `"${name}" is the name of an earlier resource: results could not be told apart`);
  }
  const places = [collection, create, resource.list, resource.item, resource.delete, resource.query];
  if (places.every((place) => place === undefined) && documentResource(name) === undefined) {
    const own = DOCUMENT_RESOURCES.map((r) => r.name).join(' and ');
    add(
      '',
      `"${name}" has no address: give collection, or list, item or create (only ${own} have one of the document)`,
    );
  }
  if (create !== undefined && create !== false && sample === undefined && documentResource(name) === undefined) {
    add('.sample', 'is missing: without a valid payload nothing can be created');
  }
  if (typeof create === 'object' && create.method === 'PUT' && !create.address.includes('{unique}')) {
    add('.create.address', `must hold {unique}, since PUT creates at an address of the client's own making`);
  }
  const payload = sample ?? documentResource(name)?.sample;
  for (const [i, member] of required.entries()) {
    if (payload !== undefined && !Object.hasOwn(payload, member)) {
      add(`.required[${i}]`, `names "${member}", which the sample does not have`);
    }
  }
  if (resource.schema !== undefined) {
    const reason = schemaProblem(resource.schema, payload);
    if (reason !== undefined) add('.schema', reason);
  }
  problems.push(...queryOf(resource, path));
  for (const [i, entry] of (resource.nested ?? []).entries()) {
    const address = typeof entry === 'string' ? entry : entry.address;
    if (!address.includes('{id}')) add(`.nested[${i}]`, `must hold {id}, the record that the collection is inside of`);
  }
  return problems;
}

function queryOf({ query }: ResourceFile, path: string): Problem[] {
  if (typeof query !== 'object' || query.values === undefined) return [];
  const { values, matches, empty } = query;
  const reason = schemaProblem(values, undefined);
  if (reason !== undefined) return [{ path: `${path}.query.values`, reason }];
  return Object.entries({ matches, empty }).flatMap(([member, text]) =>
    text === undefined || fitsValues(values, text)
      ? []
      : [{ path: `${path}.query.values`, reason: `does not let "${text}" pass, which query.${member} gives` }],
  );
}

function schemaProblem(schema: JsonObject, sample: JsonObject | undefined): string | undefined {
  const ajv = new Ajv2020({ strict: false, validateFormats: true });
  // A CommonJS module: its function is the default of the default.
  formats.default.default(ajv);
  try {
    const { $schema: _, ...rules } = schema;
    const fits = ajv.compile(rules);
    // As a run sends it: a pattern may allow a value of a run where it forbids the braces of `{unique}`.
    const { unique } = createFreshIds('0123456789abcdef0123456789abcdef');
    if (sample === undefined || fits(fillUnique(sample, unique()))) return undefined;
    const [error] = fits.errors ?? [];
    return `does not let the sample pass: ${error?.instancePath || 'it'} ${error?.message}`;
  } catch (cause) {
    return `is no JSON Schema: ${messageOf(cause)}`;
  }
}

const HOLDS_ID: readonly Form[] = ['A', 'B', 'C', 'D', 'E', 'F'];
const HOLDS_COMMAND: readonly Form[] = ['F', 'G'];

function operationOf(operation: OperationFile, at: number, file: TargetFile): Problem[] {
  const path = `operations[${at}]`;
  const problems: Problem[] = [];
  const { name, resource = 'deals', after, forms } = operation;
  const resources = (file.resources ?? DOCUMENT_RESOURCES).map((r) => r.name);
  if (!resources.includes(resource)) {
    problems.push({
      path: `${path}.resource`,
      reason: `"${resource}" is not one of the resources: ${resources.join(', ')}`,
    });
  }
  if (file.operations?.slice(0, at).some((earlier) => earlier.name === name)) {
    problems.push({ path: `${path}.name`, reason: `"${name}" is the name of an earlier operation` });
  }
  if (after !== undefined && !file.operations?.some((o) => o.name === after)) {
    problems.push({ path: `${path}.after`, reason: `"${after}" is not one of the operations` });
  }
  for (const [form, spelling] of Object.entries(forms)) {
    const address = typeof spelling === 'string' ? spelling : spelling.address;
    const due = [
      ...(HOLDS_ID.some((f) => f === form) ? ['{id}'] : []),
      ...(HOLDS_COMMAND.some((f) => f === form) ? ['{commandId}'] : []),
    ].filter((place) => !address.includes(place));
    if (due.length > 0) {
      problems.push({ path: `${path}.forms.${form}`, reason: `must hold ${due.join(' and ')}, not "${address}"` });
    }
  }
  return problems;
}
