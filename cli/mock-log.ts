import { visible } from '../core/visible.ts';
import { FAULT_FIELD } from '../mock/chaos/chaos.ts';
import { fieldValue, targetWithoutSecrets } from '../mock/control/redaction.ts';
import type { Logged } from '../mock/log.ts';
import { NEAR_MISS_FIELD, RULE_FIELD } from '../mock/service/explain.ts';

/** An exchange of the mock in a line: `GET /users/1 → 200 read/item`, and whose, what was near, what chaos did. */
export function logLine(logged: Logged): string {
  const { ask, reply, tenant } = logged;
  const told = (name: string): string | undefined => fieldValue(reply.fields, name);
  const [rule, miss, fault] = [told(RULE_FIELD), told(NEAR_MISS_FIELD), told(FAULT_FIELD)];
  const parts = [
    ...(tenant === '' ? [] : [`[${tenant}]`]),
    `${ask.method} ${targetWithoutSecrets(logged)} → ${reply.status}`,
    ...(rule === undefined ? [] : [rule]),
    ...(miss === undefined ? [] : [`(${miss})`]),
    ...(fault === undefined ? [] : [`(chaos: ${fault})`]),
  ];
  // What a client sends must not steer the terminal.
  return visible(parts.join(' '));
}
