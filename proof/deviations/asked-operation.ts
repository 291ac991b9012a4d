import type { Form } from '../../core/claims.ts';
import { isObject } from '../../core/representation/json-value.ts';
import type { Json, JsonObject } from '../../fixtures/json.ts';
import { OPERATIONS } from '../../fixtures/operations.ts';
import { type Change, type Deviation, onAnswer, onRequest, type RequestView, withJson } from './deviation.ts';
import { dealIn, payloadOf, remembering } from './requests.ts';

/** An operation that a request asks for (document 4.2). */
export interface AskedOperation {
  readonly form: Form;
  /** `HoldDeal`; undefined where the request names none that exists. */
  readonly action: string | undefined;
  /** The deal's id as it stands in the path, or in the body (form G). */
  readonly deal: string;
}

/** Which operations a fault is about; what is left out may be any. */
export interface Which {
  readonly form?: Form;
  readonly action?: string;
}

/** The operation that a request asks for; undefined for any other request. */
export function operationIn(seen: RequestView): AskedOperation | undefined {
  const { method, path, body } = seen;
  if (method === 'PUT' && /^\/commands\/[^/]+$/u.test(path))
    return { form: 'G', action: actionIn(seen), deal: String(payloadOf(seen)['deal'] ?? '') };
  const own = dealIn(path);
  if (method === 'PUT' && own !== undefined) {
    // Broken JSON shows by its beginning which form it was meant to be.
    const form = /"action"\s*:/u.test(body) || body.startsWith('{action:') ? 'C' : 'D';
    return { form, action: form === 'C' ? actionIn(seen) : attributed(payloadOf(seen)), deal: own };
  }
  const [, deal = '', segment = ''] = /\/rest\/[^/]+\/deals\/([^/]+)\/([^/]+)(?:\/[^/]+)?$/u.exec(path) ?? [];
  if (method === 'PUT' && segment === 'commands') return { form: 'F', action: actionIn(seen), deal };
  for (const { name, verb, state, collection } of OPERATIONS) {
    if (method === 'PUT' && segment === verb) return { form: 'A', action: name, deal };
    if (method === 'PUT' && segment === state) return { form: 'B', action: name, deal };
    if (method === 'POST' && segment === collection) return { form: 'E', action: name, deal };
  }
  return undefined;
}

/** Whether a request asks for such an operation. */
export function asksFor(seen: RequestView, { form, action }: Which): boolean {
  const asked = operationIn(seen);
  if (asked === undefined) return false;
  return (form === undefined || asked.form === form) && (action === undefined || asked.action === action);
}

/** A fault in the answer to such an operation where it was carried out. */
export function onOperated(which: Which, change: Change): Deviation['wrap'] {
  return onAnswer((response, seen) => (response.ok && asksFor(seen, which) ? change(response, seen) : response));
}

/** A fault in how such an operation is taken. */
export function onOperation(which: Which, take: Parameters<typeof onRequest>[0]): Deviation['wrap'] {
  return onRequest((seen, next, mock) => (asksFor(seen, which) ? take(seen, next, mock) : next(seen.request)));
}

/** A fault in what a deal shows in JSON once such an operation was carried out on it. */
export function onEffect(which: Which, change: (deal: JsonObject) => JsonObject): Deviation['wrap'] {
  return remembering(
    () => new Set<string>(),
    (deals) =>
      onAnswer((response, seen) => {
        const asked = operationIn(seen);
        if (asked !== undefined && response.ok && asksFor(seen, which)) deals.add(asked.deal);
        const read = seen.method === 'GET' && response.status === 200 ? dealIn(seen.path) : undefined;
        if (read === undefined || !deals.has(read)) return response;
        // The mock's own deal is a JSON object.
        return withJson(response, (deal) => change(deal as JsonObject));
      }),
  );
}

/** The parameters of an operation, wherever its form has them, changed. */
export function withParameters(
  seen: RequestView,
  payload: JsonObject,
  change: (parameters: JsonObject) => JsonObject,
): JsonObject {
  const form = operationIn(seen)?.form ?? 'A';
  if (form === 'A' || form === 'B' || form === 'D' || form === 'E') return change(payload);
  const params: Json | undefined = payload['params'];
  return isObject(params) ? { ...payload, params: change(params) } : payload;
}

function actionIn(seen: RequestView): string | undefined {
  const { action } = payloadOf(seen) as { action?: Json };
  return OPERATIONS.find(({ name }) => name === action)?.name;
}

// Form D names no operation; its attributes tell.
function attributed(deal: JsonObject): string | undefined {
  if (deal['held'] !== undefined) return deal['held'] === true ? 'HoldDeal' : 'UnholdDeal';
  if (deal['completed'] !== undefined) return 'CompleteDeal';
  if (deal['canceled'] !== undefined) return 'CancelDeal';
  if (deal['completionDate'] !== undefined) return 'ChangeCompletionDate';
  return deal['reason'] === undefined ? undefined : 'ChangePrice';
}
