import { type Answer, asksForJson } from '../../../core/answer.ts';
import type { Resource } from '../../../core/target.ts';

/**
 * Demands that a body which is JSON says so, where JSON was asked for: what Accept selects is told by the Content-Type
 * (document 4.5-1, 4.4-c3). A type that the target file names for JSON is as good as any.
 */
export function saysJson(answer: Answer, resource?: Pick<Resource, 'mediaTypes'>): Answer {
  const { isUnlabelledJson } = answer.representation;
  if (!isUnlabelledJson || !asksForJson(answer) || answer.mediaType === resource?.mediaTypes.json) return answer;
  const type = answer.mediaType === '' ? 'no Content-Type' : `Content-Type: ${answer.mediaType}`;
  return answer.owes(false, 'a Content-Type that says JSON, as it was asked for', `${type}, and a body that is JSON`);
}
