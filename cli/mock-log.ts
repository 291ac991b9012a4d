import { visible } from '../core/redaction/visible.ts';
import { FAULT_FIELD } from '../mock/chaos/chaos.ts';
import { DEVIATION_FIELD } from '../mock/control/faults.ts';
import { fieldValue, targetWithoutSecrets } from '../mock/control/redaction.ts';
import type { Logged } from '../mock/log.ts';
import { lossOf } from '../mock/message.ts';
import { NEAR_MISS_FIELD, RULE_FIELD } from '../mock/service/explain.ts';
import { HINT_FIELD } from '../mock/service/hints.ts';
import { BREACH_FIELD } from '../mock/upstream/breaches.ts';
import { SOURCE_FIELD } from '../mock/upstream/source.ts';

/** An exchange of the mock in a line: `GET /users/1 → 200 read/item`, and whose, what was near, what chaos did. */
export function logLine(logged: Logged): string {
  const { ask, reply, tenant } = logged;
  const told = (name: string): string | undefined => fieldValue(reply.fields, name);
  const [miss, hint] = [told(NEAR_MISS_FIELD), told(HINT_FIELD)];
  const [source, breach] = [told(SOURCE_FIELD), told(BREACH_FIELD)];
  const [deviation, fault] = [told(DEVIATION_FIELD), told(FAULT_FIELD)];
  const loss = lossOf(reply.fault);
  const rule = loss !== undefined ? undefined : told(RULE_FIELD);
  const parts = [
    ...(tenant === '' ? [] : [`[${tenant}]`]),
    `${ask.method} ${targetWithoutSecrets(logged)} → ${loss ?? reply.status}`,
    ...(rule === undefined ? [] : [rule]),
    ...(deviation === undefined ? [] : [`breaks: ${deviation}`]),
    ...(source === undefined ? [] : [`[${source}]`]),
    ...(breach === undefined ? [] : [`breach: ${breach}`]),
    ...(miss === undefined ? [] : [`(${miss})`]),
    ...(hint === undefined ? [] : [`(hint: ${hint})`]),
    ...(fault === undefined ? [] : [`(chaos: ${fault})`]),
  ];
  // What a client sends must not steer the terminal.
  return visible(parts.join(' '));
}
