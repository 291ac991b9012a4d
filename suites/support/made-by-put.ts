import type { Answer } from '../../core/answer.ts';
import { isObject } from '../../core/json-value.ts';
import { fail } from '../../core/outcome.ts';
import { sameValue } from '../../core/same-value.ts';
import { isAbsent } from '../../core/status-kinds.ts';
import type { JsonRequest } from './operation-requests.ts';

/** A command document that was asked for, put, and asked for again. */
interface Put {
  readonly before: Answer;
  readonly request: JsonRequest;
  readonly answer: Answer;
  readonly after: Answer;
}

/**
 * A PUT that makes a document where there was none is answered 201 (RFC 9110 9.3.4). What a command document answers is not shown, nor
 * whether it is read (document 4.2): judged is only what was missing before, and is read with the command that was sent. After a 202 the
 * document may be made by and by.
 */
export function isToldAsMade({ before, request, answer, after }: Put): void {
  if (!isAbsent(before) || !answer.succeeded || answer.status === 202 || after.status !== 200) return;
  const command = after.representation.value;
  if (!isObject(command) || !sameValue(command['action'], request.json['action'])) return;
  if (answer.status !== 201)
    fail('status 201 for a PUT that made a document where there was none', answer.brief, before, answer, after);
}
