/** A request of the driver. In a field, `{etag}` stands for the ETag of the answer before, `{tag}` for the same without quotes. */
export interface Step {
  readonly method: string;
  readonly target: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

const JSON_TYPE = { 'content-type': 'application/json' };

export const XML = { accept: 'application/xml' };

export const HTML = { accept: 'text/html' };

export const DEALS = '/rest/1/deals';

export const step = (method: string, target: string, fields: Step['fields'] = {}, body?: Step['body']): Step => ({
  method,
  target,
  fields: body === undefined ? fields : { ...JSON_TYPE, ...fields },
  ...(body === undefined ? {} : { body }),
});

export const get = (target: string, fields: Step['fields'] = {}): Step => step('GET', target, fields);

export const send = (method: string, target: string, payload: unknown, fields: Step['fields'] = {}): Step =>
  step(method, target, fields, JSON.stringify(payload));

export const creation = (members: Readonly<Record<string, unknown>> = {}, fields: Step['fields'] = {}): Step =>
  send('POST', `${DEALS}/`, { name: 'a deal', price: 100, ...members }, fields);
