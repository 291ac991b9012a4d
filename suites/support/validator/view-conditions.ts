import type { Answer } from '../../../core/answer.ts';
import type { RepresentationName } from '../../../core/claims.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { variesBy } from '../negotiate/vary.ts';
import { dayAfter, dayBefore } from '../view/http-days.ts';
import { allGiven, type Place, type View } from '../view/views.ts';
import { withFields, withLines } from '../with-fields.ts';
import { isEntityTag, nearly, OTHER_TAG, STAR_AS_TAG, TAG_OF_NOBODY, weakly } from './entity-tag.ts';
import { matchedViews } from './matched-views.ts';
import { unlessStarred } from './star-in-quotes.ts';

// A comma ends no tag inside of its quotes (RFC 9110 8.8.3).
const OTHER = [TAG_OF_NOBODY, OTHER_TAG] as const;
const ROUNDS = 3;

/**
 * Every place, or these, in each representation, asked for with its tag between two others, compared weakly (RFC 9110 13.1.2), and with
 * `*`. The 304 tells the tag and what it varies by, as the 200 does (15.4.5).
 */
export async function unchangedViews(trial: Trial, places?: readonly Place[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const views = await allGiven(trial, places);
  for (const view of views) {
    // What is no entity-tag cannot be written weakly; validator/etag-form judges it.
    if (!isEntityTag(tagOf(view.answer) ?? '')) continue;
    // Every member of the list counts: in the middle, last, first.
    answers.push(await isUnchanged(trial, view, LINES[view.name], besidesLists(view)));
    // HEAD has conditions as GET has (RFC 9110 13.1.2).
    const head: View = { ...view, request: { ...view.request, method: 'HEAD' } };
    if (view.name === 'json' || ['item', 'list'].includes(view.place.kind))
      answers.push(await isUnchanged(trial, head, (tag) => [inAnyList(weakly(tag), view.place)]));
    // The other spellings are read by the same code wherever a tag is; one representation of each place is enough.
    if (view.name !== 'json') continue;
    const earlier = dayBefore(view.answer);
    // The date is not looked at where there is If-None-Match (RFC 9110 13.1.3).
    const fields = earlier === undefined ? {} : { 'if-modified-since': earlier };
    answers.push(
      await isUnchanged(
        trial,
        view,
        (tag) => [`${weakly(tag)}, ${OTHER[0]}`],
        () => fields,
      ),
    );
    answers.push(await isUnchanged(trial, view, () => ['*']));
    answers.push(await isAnotherTag(trial, view, elsewhere(views, view)), ...(await unlessStarred(trial, view)));
    answers.push(...(await unchangedInOddLists(trial, view)));
  }
  return answers;
}

/** Places but one record are asked in other representations than JSON with If-Match of their tag too, which holds (RFC 9110 13.2.2). */
function besidesLists({ name, place: { kind } }: View): (tag: string) => Readonly<Record<string, string>> {
  const isPlain = name === 'json' || kind === 'item' || kind === 'created';
  return (tag) => (isPlain || !isStrong(tag) ? {} : { 'if-match': tag });
}

/** Empty members are passed over (RFC 9110 5.6.1.2), and several lines are one list (5.3), whatever kind of tag comes first. */
async function unchangedInOddLists(trial: Trial, view: View): Promise<readonly Answer[]> {
  const { kind } = view.place;
  const isEmptied = ['item', 'list', 'found', 'made'].includes(kind);
  const isSplit = kind === 'item' || !isEmptied;
  return [
    ...(isEmptied ? [await isUnchanged(trial, view, (tag) => [`${OTHER[0]},, ${weakly(tag)} ,`])] : []),
    ...(isSplit ? [await isUnchanged(trial, view, (tag) => [weakly(OTHER[1]), `${tag}\t,, ${OTHER[0]}`])] : []),
  ];
}

/** One view, asked for with its own tag and with others that resemble it. */
export async function unchangedOnce(trial: Trial, view: View): Promise<readonly Answer[]> {
  if (!isEntityTag(tagOf(view.answer) ?? '')) return [];
  return [await isUnchanged(trial, view, LINES.json), await isAnotherTag(trial, view)];
}

/** The lines of If-None-Match by representation: several are one list (RFC 9110 5.3), whichever of them the tag is in. */
const LINES: Readonly<Record<RepresentationName, (tag: string) => readonly string[]>> = {
  // No blank is due after a comma (RFC 9110 5.6.1.1).
  json: (tag) => [`${OTHER[1]},${weakly(tag)},${OTHER[0]}`],
  xml: (tag) => [OTHER[0], weakly(tag)],
  html: (tag) => [weakly(tag), OTHER[1]],
};

/**
 * Other tags, which resemble that of the place, beside the very date that was sent: the date is not looked at where there is
 * If-None-Match (RFC 9110 13.1.3), and the tags are none of the place.
 */
async function isAnotherTag(
  trial: Trial,
  { request, answer: first }: View,
  foreign: readonly string[] = [],
): Promise<Answer> {
  const since = first.header('Last-Modified') ?? first.header('Date') ?? '';
  const others = [OTHER[0], ...nearly(trial, tagOf(first) ?? ''), ...foreign].join(', ');
  const fields = { 'if-none-match': others, ...(since === '' ? {} : { 'if-modified-since': since }) };
  const answer = await trial.send(withFields(request, fields));
  return answer.owes(answer.status !== 304, `no 304 for If-None-Match: ${others}, whatever If-Modified-Since says`);
}

/** Current tags of other places in the same representation. A list may come to have any of them while the run writes. */
function elsewhere(views: readonly View[], { place, name, answer }: View): readonly string[] {
  if (['list', 'query', 'found'].includes(place.kind)) return [];
  const tags = views
    .filter((other) => other.place !== place && other.name === name)
    .map((other) => tagOf(other.answer));
  const own = weakly(tagOf(answer) ?? '');
  return [...new Set(tags.flatMap((tag) => tag ?? []))].filter((tag) => isShortTag(tag) && weakly(tag) !== own);
}

/** A field of several longer ones may be too large for a server (RFC 9110 5.4). */
function isShortTag(tag: string): boolean {
  return isEntityTag(tag) && tag.length < 100;
}

/** With If-None-Match as these lines write the tag: 304. Of others' changes meanwhile comes another tag with the 200, and then it is asked for with that. */
export async function isUnchanged(
  trial: Trial,
  view: View,
  write: (tag: string) => readonly string[],
  fieldsOf: (tag: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<Answer> {
  let current = view.answer;
  for (let round = 1; ; round += 1) {
    const tag = tagOf(current) ?? '';
    const lines = write(tag);
    const fields = fieldsOf(tag);
    const tags = lines.join(', ');
    const answer = await trial.send(withLines(withFields(view.request, fields), 'if-none-match', lines));
    if (answer.status !== 304 && tagOf(answer) !== tag && round < ROUNDS) {
      current = await trial.send(view.request);
      continue;
    }
    // No tag stays current where each reading has another one; validator/etag-stable judges that.
    if (answer.status === 200 && tagOf(answer) !== tag) return answer;
    if (answer.status === 412 && tagOf(await trial.send(view.request)) !== tag) return answer;
    const told = [...lines.map((line) => `If-None-Match: ${line}`), ...Object.values(fields)].join(' and ');
    answer.owes(answer.status === 304, `status 304 for ${told}`);
    const again = tagOf(answer);
    // With `*` any tag is the current one: another tag is wrong between two readings with the same one, each time.
    if (tags === '*' && again !== undefined && weakly(again) !== weakly(tag)) {
      const after = await trial.send(view.request);
      if (tagOf(after) !== tag) return answer;
      current = after;
      if (round < ROUNDS) continue;
    }
    const isOwn = again !== undefined && weakly(again) === weakly(tag);
    answer.owes(isOwn, `ETag ${tag} on the 304`, again ?? 'no ETag');
    const isSaid = variesBy(answer, 'accept') || !variesBy(current, 'accept');
    answer.owes(isSaid, 'Vary: Accept on the 304, as on the 200', `Vary: ${answer.header('Vary') ?? ''}`);
    return answer.owes(answer.body.length === 0, 'no body with the 304', `${answer.body.length} bytes of body`);
  }
}

/**
 * If-Match that names another tag, or the current one weakly: both fail (RFC 9110 13.1.1). Many servers read If-Match nowhere
 * in a GET; where one place answers 412, all that send a tag are held to it.
 */
export async function unmatchedViews(trial: Trial, places?: readonly Place[]): Promise<readonly Answer[]> {
  const views = (await allGiven(trial, places)).filter(({ answer }) => isStrong(tagOf(answer)));
  const failing: Answer[] = [];
  for (const { request, answer, name } of views) {
    const tag = tagOf(answer) ?? '';
    const later = name === 'json' ? undefined : dayAfter(answer);
    // A date that fits does not make up for it: it is not looked at where there is If-Match (RFC 9110 13.1.4).
    const since = later === undefined ? {} : { 'if-unmodified-since': later };
    // If-None-Match is looked at after it (13.2.2).
    const fields = name === 'html' ? { ...since, 'if-none-match': tag } : since;
    const others = [OTHER[0], weakly(tag), ...nearly(trial, tag)].join(', ');
    failing.push(await trial.send(withFields(request, { 'if-match': others, ...fields })));
  }
  for (const answer of failing) answer.owes(answer.status < 500, 'status 412');
  if (!failing.some(({ status }) => status === 412)) return failing;
  for (const answer of failing) answer.hasStatus(412);
  return [...failing, ...(await unmatchedHeads(trial, views)), ...(await matchedViews(trial, views))];
}

/** HEAD, which is answered as GET (RFC 9110 9.3.2): If-Match comes before If-None-Match, which asks for 304 (13.2.2). */
async function unmatchedHeads(trial: Trial, views: readonly View[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const { request, answer, name } of views) {
    if (name !== 'json') continue;
    const fields = { 'if-match': STAR_AS_TAG, 'if-none-match': tagOf(answer) ?? '' };
    const head = await trial.send(withFields({ ...request, method: 'HEAD' }, fields));
    answers.push(head.hasStatus(412));
  }
  return answers;
}

/** A list for HEAD: the tag last, first or in the middle, by place. */
function inAnyList(tag: string, { kind }: Place): string {
  if (kind === 'item' || kind === 'nested') return `${OTHER[0]}, ${tag}`;
  return kind === 'list' || kind === 'made' ? `${tag},${OTHER[1]}` : `${OTHER[1]}, ${tag}, ${OTHER[0]}`;
}

function tagOf(answer: Answer): string | undefined {
  return answer.header('ETag');
}

function isStrong(tag: string | undefined): boolean {
  return tag?.startsWith('"') === true;
}
