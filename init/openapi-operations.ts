import { isObject } from '../core/representation/json-value.ts';
import { documentOperations } from '../target-file/document.ts';
import type { OperationFile, ResourceFile } from '../target-file/file.ts';
import { jsonContent, type Paths, withPlaces } from './openapi-paths.ts';

/** The document's operations in the forms whose addresses are there. C and D share one address with other updates. */
export function operationsOf(paths: Paths, version = '{version}'): OperationFile[] {
  const known = new Map([...paths].map(([path, methods]) => [path.replaceAll(/\{[^}]+\}/gu, '{}'), methods]));
  const bare = (address: string): string => address.replace('{version}', version).replaceAll(/\{[^}]+\}/gu, '{}');
  return documentOperations(['A', 'B', 'E', 'F', 'G']).flatMap(({ name, parameters, effect, after, forms }) => {
    const there = Object.entries(forms).filter(([, { address, method }]) => {
      return known.get(bare(address))?.[method.toLowerCase()] !== undefined;
    });
    if (there.length === 0) return [];
    const bodies = there.map(
      ([, { address, method }]) => known.get(bare(address))?.[method.toLowerCase()]?.['requestBody'],
    );
    const schemas = bodies.map((body) => jsonContent(body)?.['schema']);
    const isRequired = (parameter: string): boolean =>
      schemas.some(
        (schema) => isObject(schema) && Array.isArray(schema['required']) && schema['required'].includes(parameter),
      );
    const told = parameters.map(({ name: parameter, ...rest }) => [
      parameter,
      { ...rest, required: isRequired(parameter) },
    ]);
    return [
      {
        name,
        parameters: Object.fromEntries(told),
        effect,
        ...(after === undefined ? {} : { after }),
        forms: Object.fromEntries(there.map(([form, { address }]) => [form, address])),
      },
    ];
  });
}

/** What looks like an operation of another API: a method at a path below a record. */
export function verbsOf(paths: Paths, resources: readonly ResourceFile[]): string[] {
  const items = resources.flatMap(({ item }) => (typeof item === 'string' ? [item] : []));
  return [...paths].flatMap(([path, methods]) => {
    const method = ['put', 'post'].find((one) => methods[one] !== undefined);
    const isVerb = items.some((item) => withPlaces(path).startsWith(`${item}/`)) && !path.endsWith('}');
    return method !== undefined && isVerb ? [`${method.toUpperCase()} ${path}`] : [];
  });
}
