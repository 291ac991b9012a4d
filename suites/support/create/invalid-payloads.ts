import { fillUnique } from '../../../core/ids/placeholders.ts';
import type { Json, Resource } from '../../../core/target.ts';
import { samplePayload } from '../evidence.ts';

/** A payload that means nothing valid, and how. */
export interface InvalidPayload {
  readonly title: string;
  readonly payloadOf: (unique: string) => Json;
}

/** JSON that is no object (document 4.1: a JSON object). */
const NO_OBJECTS: readonly InvalidPayload[] = [
  { title: 'that is an array', payloadOf: () => [] },
  { title: 'that is null', payloadOf: () => null },
  // Readers that call themselves for each level, or give up at some depth, break where they should refuse.
  { title: 'that is 200 arrays in one another', payloadOf: () => nestedArrays(200) },
  { title: 'that is a number', payloadOf: () => 42 },
  { title: 'that is true', payloadOf: () => true },
];

function nestedArrays(depth: number): Json {
  return Array.from({ length: depth }).reduce<Json>((inner) => [inner], []);
}

/** Who reads a text as JSON once more takes it for the object that it holds. */
function asText(resource: Resource): InvalidPayload {
  return {
    title: 'that is a text which holds its JSON',
    payloadOf: (unique) => JSON.stringify(samplePayload(resource, unique)),
  };
}

/** The sample without each required member in turn, and the target file's own invalid samples. */
export function invalidPayloads(resource: Resource): InvalidPayload[] {
  const { required = [], invalid = [] } = resource.create ?? {};
  const without = required.map(
    (member): InvalidPayload => ({
      title: `without ${member}`,
      payloadOf: (unique) => {
        const { [member]: _left, ...rest } = samplePayload(resource, unique);
        return rest;
      },
    }),
  );
  // What is no object has no members, and so lacks those that are required.
  const shapeless = required.length === 0 ? [] : [...NO_OBJECTS, asText(resource)];
  return [
    ...without,
    ...shapeless,
    ...invalid.map(
      ({ title, payload }): InvalidPayload => ({ title, payloadOf: (unique) => fillUnique(payload, unique) }),
    ),
  ];
}
