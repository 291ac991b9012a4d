import type { Answer } from '../../../core/answer.ts';
import type { RepresentationName } from '../../../core/claims.ts';
import { obsoleteForms } from '../../../core/http/http-date.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { inSomeForm } from '../view/http-days.ts';
import { allGiven, type Place, type View } from '../view/views.ts';
import { withFields } from '../with-fields.ts';

/** What a view was answered with If-Modified-Since. */
interface Asked {
  readonly view: View;
  readonly since: string;
  readonly answer: Answer;
}

/** If-Modified-Since with the very date that was sent: nothing was modified since (RFC 9110 13.1.3). */
export async function unmodifiedViews(trial: Trial, places?: readonly Place[]): Promise<readonly Answer[]> {
  const views = (await allGiven(trial, places)).filter(({ answer }) => answer.header('Last-Modified') !== undefined);
  const asked: Asked[] = [];
  const asPlaces = [...new Set(views.map(({ place }) => place))];
  for (const view of views) {
    const since = formFor(view.answer.header('Last-Modified') ?? '', asPlaces.indexOf(view.place), view.name);
    asked.push({ view, since, answer: await trial.send(withFields(view.request, { 'if-modified-since': since })) });
  }
  // Who reads the field nowhere may compare tags alone; who reads it somewhere is held to it everywhere.
  const isRead = asked.some(({ answer }) => answer.status === 304);
  for (const { view, answer, since } of asked) {
    answer.owes(!(isRead && isStill(answer, view)), `status 304 for If-Modified-Since: ${since}`);
    answer.owes(answer.status < 400, 'status 304 or 200');
  }
  const [item] = views.filter(({ place, name }) => place.kind === 'item' && name === 'json');
  const isSince = isRead && item !== undefined;
  const heads = await unmodifiedHeads(trial, asked);
  return [...asked.map(({ answer }) => answer), ...heads, ...(isSince ? await unmodifiedInOldForms(trial, item) : [])];
}

/** Another form in each place and in each representation; the usual one where the first place is read as JSON. */
function formFor(date: string, place: number, name: RepresentationName): string {
  return inSomeForm(date, place + ORDER.indexOf(name));
}

const ORDER: readonly RepresentationName[] = ['json', 'xml', 'html'];

/** Whether the whole came though the date is the one that was asked with. */
function isStill(answer: Answer, { answer: first }: View): boolean {
  return answer.status === 200 && answer.header('Last-Modified') === first.header('Last-Modified');
}

/** HEAD, which is answered as GET (RFC 9110 9.3.2): where that is 304. */
async function unmodifiedHeads(trial: Trial, asked: readonly Asked[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const { view, since, answer } of asked) {
    if (view.name !== 'json' || answer.status !== 304) continue;
    const head = await trial.send(withFields({ ...view.request, method: 'HEAD' }, { 'if-modified-since': since }));
    answers.push(head.owes(!isStill(head, view), `status 304 for If-Modified-Since: ${since}, as GET is answered`));
  }
  return answers;
}

/** Whoever reads HTTP-dates has to take all three forms of them (RFC 9110 5.6.7): the date that gives 304 gives it in each. */
async function unmodifiedInOldForms(trial: Trial, { request }: View): Promise<readonly Answer[]> {
  const first = await trial.send(request);
  const since = first.header('Last-Modified') ?? '';
  const usual = await trial.send(withFields(request, { 'if-modified-since': since }));
  const answers = [first, usual];
  for (const form of usual.status === 304 ? obsoleteForms(since) : []) {
    const answer = await trial.send(withFields(request, { 'if-modified-since': form }));
    const isSame = answer.status === 200 && answer.header('Last-Modified') === since;
    answers.push(answer.owes(!isSame, `status 304 for If-Modified-Since: ${form}, as for ${since}`));
  }
  return answers;
}
