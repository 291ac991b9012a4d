import { isDeepStrictEqual } from 'node:util';
import type { Command, Nested, Operation, Query, Resource, SessionCheck, Target } from '../core/target.ts';
import type {
  CommandFile,
  NamedQueryFile,
  NestedFile,
  OperationFile,
  ParameterFile,
  ResourceFile,
  SessionFile,
  SpellingFile,
  TargetFile,
} from '../target-file/file.ts';
import { resolveOperation } from '../target-file/resolve-operation.ts';
import { resolveResource } from '../target-file/resolve-resource.ts';

/**
 * The target file that says everything about a target, so that a run has nothing to assume. What the file leaves out is what
 * `resolveTarget` gives it again.
 */
export function describeTarget(target: Target): TargetFile {
  const { baseUrl, version, claims, origins, session, resources, operations, commands, queries } = target;
  const places = (address: string): string => withVersionPlace(address, version);
  const name = target.name === baseUrl ? {} : { name: target.name };
  const check = describeCheck(session);
  return {
    ...name,
    baseUrl,
    ...(version === '' ? {} : { version }),
    claims,
    ...(origins.length === 0 ? {} : { origins }),
    ...(Object.keys(check).length === 0 ? {} : { session: check }),
    resources: resources.map((resource) => describeResource(resource, claims, places)),
    operations: operations.map((operation) => describeOperation(operation, places)),
    ...(claims.commandQuery ? { commands: commands.map(describeCommand), queries: queries.map(describeQuery) } : {}),
  };
}

// The document writes its version as a place (9.1), and so does the file, so that it is said once.
/** An address in which the version is a place again. */
export function withVersionPlace(address: string, version: string): string {
  return version === '' ? address : address.replace(`/rest/${version}/`, '/rest/{version}/');
}

function describeCheck({ address, cookieName, authorized, unauthorized }: SessionCheck): SessionFile {
  return {
    ...(address === '/' ? {} : { path: address }),
    ...(cookieName === 'USER_TOKEN' ? {} : { cookieName }),
    ...(authorized === 'OK' ? {} : { authorized }),
    ...(unauthorized === 'not authorized' ? {} : { unauthorized }),
  };
}

type Places = (address: string) => string;

function describeResource(resource: Resource, claims: Target['claims'], places: Places): ResourceFile {
  const { name, idFrom, known, unknownIds, nested, mediaTypes, headers, never } = resource;
  const id = idFrom === 'location' || idFrom === 'request' ? idFrom : idFrom.slice(envelopeOf(resource).length);
  const head = {
    name,
    ...addresses(resource, places),
    ...answers(resource, claims, id),
    ...(known === undefined ? {} : { known }),
    ...(unknownIds === 'any' ? {} : { unknownIds }),
    ...queryOf(resource),
    nested: nested.map((one) => describeNested(one)),
    ...unlessSame('representations', resource.representations, claims.representations),
    ...unlessSame('selectors', resource.selectors, claims.selectors),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(never.length === 0 ? {} : { never }),
  };
  const usual = resolveResource(head, claims).mediaTypes;
  const types = Object.entries(mediaTypes).filter(([key, type]) => usual[key as keyof typeof usual] !== type); // its own keys
  return types.length === 0 ? head : { ...head, mediaTypes: Object.fromEntries(types) };
}

function envelopeOf({ create }: Resource): string {
  return create?.envelope ?? '';
}

function addresses(resource: Resource, places: Places): Partial<ResourceFile> {
  const { create, list, item, update, delete: deletion, idFrom } = resource;
  const usualId = idFrom === 'location' || idFrom === 'request' ? '/id' : idFrom.slice(envelopeOf(resource).length);
  const place = (at: { address: string; id: string }, usual: string): string | { address: string; id: string } =>
    at.id === usual ? places(at.address) : { address: places(at.address), id: at.id };
  return {
    create:
      create === undefined
        ? false
        : create.method === 'POST'
          ? places(create.address)
          : { method: create.method, address: places(create.address) },
    list:
      list === undefined
        ? false
        : list.records === undefined
          ? place(list, list.entries === 'ids' ? '' : usualId)
          : { address: places(list.address), id: list.id, records: recordsOf(list.records) },
    item: item === undefined ? false : place(item, usualId),
    delete: deletion === undefined ? false : places(deletion.address),
    ...(deletion?.query === undefined ? {} : { deleteQuery: deletion.query }),
    update:
      update === undefined
        ? false
        : {
            ...(update.method === 'PUT' ? {} : { method: update.method }),
            address: places(update.address),
            payload: update.payload,
            ...(update.from === undefined ? {} : { from: update.from }),
          },
  };
}

type ListRecords = NonNullable<NonNullable<Resource['list']>['records']>;

function recordsOf({ field, values }: ListRecords): { field: string; values: (string | number | boolean | null)[] } {
  // The file's schema admits scalars only, so a target that was read from one holds no others.
  return { field, values: values.filter((value) => value === null || typeof value !== 'object') };
}

function answers({ create, list, item }: Resource, claims: Target['claims'], id: string): Partial<ResourceFile> {
  const envelope = {
    ...(list === undefined || list.envelope === '' ? {} : { list: list.envelope }),
    ...(item === undefined || item.envelope === '' ? {} : { item: item.envelope }),
    ...(create === undefined || create.envelope === '' ? {} : { created: create.envelope }),
  };
  const usualLocation = create?.method === 'POST' && create.answer === 'created' ? 'promised' : 'optional';
  const usualId = create?.method === 'PUT' ? 'request' : usualLocation === 'promised' ? 'location' : '/id';
  return {
    ...(create === undefined
      ? {}
      : {
          sample: create.sample,
          ...(create.schema === undefined ? {} : { schema: create.schema }),
          ...(create.required.length === 0 ? {} : { required: create.required }),
          ...(create.invalid.length === 0
            ? {}
            : { invalid: Object.fromEntries(create.invalid.map(({ title, payload }) => [title, payload])) }),
          ...(create.writeOnly.length === 0 ? {} : { writeOnly: create.writeOnly }),
          ...(create.answer === claims.create ? {} : { answer: create.answer }),
          ...(create.location === usualLocation ? {} : { location: create.location }),
        }),
    ...(id === (create === undefined ? 'location' : usualId) ? {} : { id }),
    ...(Object.keys(envelope).length === 0 ? {} : { envelope }),
    ...(list === undefined || list.entries === 'records' ? {} : { entries: list.entries }),
  };
}

function queryOf({ query }: Resource): Partial<ResourceFile> {
  return { query: query === undefined ? false : query };
}

function describeNested({ name, address, owner, index, past }: Nested): string | NestedFile {
  const usual = /(?<![^/{}])([^/{}]+)\/\{index\}/u.exec(address)?.[1] ?? address;
  if (name === usual && owner === undefined && index === undefined && past === undefined) return address;
  return {
    ...(name === usual ? {} : { name }),
    address,
    ...(owner === undefined ? {} : { owner }),
    ...(index === undefined ? {} : { index }),
    ...(past === undefined ? {} : { past }),
  };
}

function unlessSame<K extends 'representations' | 'selectors'>(
  key: K,
  own: Resource[K],
  claimed: Resource[K],
): Partial<ResourceFile> {
  return isDeepStrictEqual(own, claimed) ? {} : { [key]: own };
}

/** An operation as the file says it. */
export function describeOperation(
  { name, resource, parameters, effect, after, forms }: Operation,
  places: Places,
): OperationFile {
  const bare = { name, effect, parameters: Object.fromEntries(parameters.map((one) => [one.name, parameter(one)])) };
  const spelt = Object.entries(forms).map(([form, { address, method, payload }]) => {
    const usual = resolveOperation({ ...bare, forms: { [form]: address } }).forms[form as keyof typeof forms]; // its own key
    const own: SpellingFile = {
      address: places(address),
      ...(usual?.method === method ? {} : { method }),
      ...(isDeepStrictEqual(usual?.payload, payload) ? {} : { payload }),
    };
    return [form, Object.keys(own).length === 1 ? own.address : own];
  });
  return {
    name,
    ...(resource === 'deals' ? {} : { resource }),
    ...(parameters.length === 0 ? {} : { parameters: bare.parameters }),
    ...(Object.keys(effect).length === 0 ? {} : { effect }),
    ...(after === undefined ? {} : { after }),
    forms: Object.fromEntries(spelt),
  };
}

function parameter({ sample, type, required }: Operation['parameters'][number]): ParameterFile {
  // That it is required is what counts where nothing is said. Said, it would be of form D as well, where leaving out is another matter.
  return { sample, type, ...(required ? {} : { required }) };
}

/** A command as the file says it. */
export function describeCommand({ name, address, payload }: Command): CommandFile {
  return {
    name,
    ...(address === `/command/${encodeURIComponent(name)}/` ? {} : { address }),
    ...(Object.keys(payload).length === 0 ? {} : { payload }),
  };
}

function describeQuery({ name, resource, address, found, empty }: Query): NamedQueryFile {
  return {
    name,
    ...(address === `/query/${encodeURIComponent(name)}/{parameter}` ? {} : { address }),
    ...(resource === name ? {} : { resource }),
    ...(found === undefined ? {} : { found }),
    ...(empty === undefined ? {} : { empty }),
  };
}
