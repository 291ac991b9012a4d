import { fillTemplate, sameAddress } from '../../../core/http/address.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { Json, JsonObject, Operation } from '../../../core/target.ts';
import { fillEffect } from '../../../fixtures/operations.ts';
import type { Created } from '../evidence.ts';
import { formsOf } from '../operation/operation-subjects.ts';
import { resourceOf } from '../subjects.ts';

function sampleOf({ parameters }: Operation): JsonObject {
  return Object.fromEntries(parameters.map(({ name, sample }): [string, Json] => [name, sample]));
}

/** Methods that a record of the run, and the addresses of its operations, are not said to have. */
export function oddWrites(
  trial: Trial,
  { id, address, payload }: Created & { readonly address: string },
): readonly HttpRequest[] {
  const { target } = trial;
  const { name, update, never, mediaTypes } = resourceOf(trial);
  const operation = target.operations.find((one) => one.resource === name);
  const forms = operation === undefined || id === undefined ? [] : formsOf(target, operation);
  const spelt = forms.flatMap((form) => operation?.forms[form] ?? []);
  const spellings = spelt
    .filter((spelling) => !spelling.address.includes('{commandId}'))
    .map(({ method, address: template }) => ({
      method,
      url: target.baseUrl + fillTemplate(template, { id: id ?? '' }),
    }));
  const isOfRecord = ({ url }: { readonly url: string }): boolean => sameAddress(url, address);
  const known: readonly (string | undefined)[] = [
    update?.method,
    ...spellings.filter(isOfRecord).map(({ method }) => method),
  ];
  // What the operation says, and the record with what it brings about: where it is refused and has an effect all the same, that shows.
  const parameters = operation === undefined ? {} : sampleOf(operation);
  const headers = { 'content-type': mediaTypes.request };
  const sent = { json: parameters, headers, alone: true };
  const changed = { ...payload, ...fillEffect(operation?.effect ?? {}, parameters) };
  const others = spellings.filter((spelling) => !isOfRecord(spelling));
  // One address that takes PUT is asked with POST, and one that takes POST with PUT.
  const swapped = [
    ['PUT', 'POST'],
    ['POST', 'PUT'],
  ].flatMap(([own, method = '']) => {
    const place = others.find((spelling) => spelling.method === own);
    const isTaken = others.some((spelling) => spelling.method === method && spelling.url === place?.url);
    return place === undefined || isTaken ? [] : [{ method, address: place.url, ...sent }];
  });
  const elsewhere = [...new Set(others.map(({ url }) => url))];
  return [
    ...['PATCH', 'PUT']
      .filter((method) => !known.includes(method))
      .map((method) => ({ method, address, headers, json: changed, alone: true })),
    ...elsewhere.slice(0, 2).flatMap((url) => [
      { method: 'PATCH', address: url, ...sent },
      { method: 'DELETE', address: url, alone: true },
    ]),
    ...swapped,
  ].filter(({ method }) => !never.includes(method));
}
