import type { Form } from '../../../core/claims.ts';
import { fillTemplate } from '../../../core/http/address.ts';
import type { Trial } from '../../../core/run/trial.ts';
import type { JsonObject, Operation } from '../../../core/target.ts';
import { asksForDeal, payloadAbout } from '../command/command-evidence.ts';
import { type Deal, referenceTo, sampleParameters } from '../operation/operation-requests.ts';
import { askedIn, formsOf } from '../operation/operation-subjects.ts';
import { resourceOf } from '../subjects.ts';

/** The forms whose address alone names operation and deal: a server that does not look at the method carries it out. */
const BY_ADDRESS: readonly Form[] = ['A', 'B', 'E'];

/** The addresses of operations that a new deal shows. What follows another one undoes it, so that nothing would be seen. */
export function operationAddresses(trial: Trial, { id }: Deal): readonly string[] {
  return placesOf(trial, undefined).map(({ address }) => fillTemplate(address, { id }));
}

/** The addresses of what undoes this operation: a deal shows it once that was carried out, and not before. */
export function undoingAddresses(trial: Trial, { id }: Deal, undone: string): readonly string[] {
  return placesOf(trial, undone).map(({ address }) => fillTemplate(address, { id }));
}

/**
 * The same with the parameters in the query, where many a server looks for them on GET: without those an operation that requires some is not
 * carried out. And the commands (document 4.3), whose deal would stand there too.
 */
export function addressesWithParameters(trial: Trial, deal: Deal, undone?: string): readonly string[] {
  const { claims, commands, operations } = trial.target;
  const own = placesOf(trial, undone).flatMap(({ address, operation, form }) => {
    const parameters = sampleParameters(askedIn(trial.target, operation, form), trial.unique());
    return Object.keys(parameters).length === 0 ? [] : [withQuery(fillTemplate(address, { id: deal.id }), parameters)];
  });
  const resource = resourceOf(trial);
  const isMeant = (name: string): boolean =>
    operations.some((one) => one.name === name && one.resource === resource.name && one.after === undone);
  const commanded = claims.commandQuery ? commands.filter((one) => asksForDeal(one) && isMeant(one.name)) : [];
  return [
    ...own,
    ...commanded.map((one) => withQuery(one.address, payloadAbout(one, referenceTo(deal, resource), trial.unique()))),
  ];
}

interface OperationPlace {
  readonly address: string;
  readonly operation: Operation;
  readonly form: Form;
}

/** Where the operations are asked for that follow this one, or none. */
function placesOf({ target, subject }: Trial, undone: string | undefined): readonly OperationPlace[] {
  const own = target.operations.filter(
    ({ resource, after }) => resource === subject.resource?.name && after === undone,
  );
  return own.flatMap((operation) =>
    formsOf(target, operation)
      .filter((form) => BY_ADDRESS.includes(form))
      .map((form) => ({ address: operation.forms[form]?.address ?? '', operation, form })),
  );
}

function withQuery(address: string, parameters: JsonObject): string {
  const texts = Object.entries(parameters).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(texts).toString()}`;
}
