import { type HarExchange, harOf } from '../../core/http/har.ts';
import type { Logged } from '../log.ts';
import { lossOf } from '../message.ts';
import { reasonOf } from '../reasons.ts';
import { durationsOf } from './durations.ts';
import { withoutSecrets } from './redaction.ts';

const CREATOR = { name: 'assayer mock', version: '1' };
const COMMENT = 'Secrets are left out. What a request took on its way to the mock is not known, and told as 0.';

/** The log as an HTTP Archive. Secrets are left out. */
export function harOfLog(logged: readonly Logged[]): object {
  return harOf(logged.map(exchangeOf), CREATOR, COMMENT);
}

function exchangeOf(logged: Logged): HarExchange {
  const { at, ordinal, tenant, fault, reply, ask } = logged;
  const { response, ...saved } = withoutSecrets(logged);
  const { tookMs, waitMs, receiveMs } = durationsOf(logged);
  const isLost = lossOf(reply.fault) !== undefined;
  const status = isLost ? { status: 0, statusText: '' } : { status: reply.status, statusText: reasonOf(reply.status) };
  return {
    exchange: { ...saved, response: { headers: [], ...response, ...status } },
    startedAt: at - tookMs,
    waitMs,
    receiveMs,
    ...(ask.body === 'too-large' ? { requestBodySize: -1 } : {}),
    responseBodySize: Math.min(response?.body?.bytes ?? 0, reply.fault?.truncateAt ?? Number.POSITIVE_INFINITY),
    own: { _ordinal: ordinal, _tenant: tenant, ...(fault === undefined ? {} : { _fault: fault }) },
  };
}
