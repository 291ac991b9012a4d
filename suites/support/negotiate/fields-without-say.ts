import type { Answer } from '../../../core/answer.ts';
import type { RepresentationName } from '../../../core/claims.ts';
import type { HttpRequest } from '../../../core/http/exchange.ts';
import { fail } from '../../../core/results/outcome.ts';
import type { Trial } from '../../../core/run/trial.ts';
import { seenEachTime } from '../steady/seen-each-time.ts';
import { resourceOf } from '../subjects.ts';
import { asking, negotiatedBesides, placesOf } from '../view/views.ts';
import { withFields } from '../with-fields.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const COMMAND_LINE = 'curl/8.14.1';

/**
 * Demands that Accept alone selects the representation (document 4.5-1), whoever asks: a script in a browser that accepts JSON is no page,
 * and a command line that accepts a page is given it. All of the fields that have no say in it are sent at once (RFC 9110 10.1, 12.5.1), to
 * the record, the collection, and one of the other places that are negotiated. A client that looks so may be refused, or led elsewhere, by
 * what stands in front; but one of the representations for another says that something else was listened to.
 */
export async function passesOverFields(trial: Trial, name: RepresentationName): Promise<readonly Answer[]> {
  const { representations } = resourceOf(trial);
  const places = (await placesOf(trial)).filter(({ kind }) => kind === 'item' || kind === 'list');
  const others = await negotiatedBesides(trial);
  const other = others[representations.indexOf(name) % Math.max(others.length, 1)];
  const answers: Answer[] = [];
  for (const place of [...places, ...(other === undefined ? [] : [other])]) {
    const plain = asking(trial, place, name);
    const answer = await trial.send(withFields(plain, fieldsFor(trial, name)));
    answers.push(answer);
    if (isOther(trial, name, answer)) isTold(name, await swayedAgain(trial, name, plain));
  }
  return answers;
}

function fieldsFor(trial: Trial, name: RepresentationName): Readonly<Record<string, string>> {
  const { origin, href } = new URL(trial.target.baseUrl);
  return {
    'user-agent': name === 'html' ? COMMAND_LINE : BROWSER,
    // Its own pages: others may be kept from it.
    referer: href,
    origin,
    'x-requested-with': 'XMLHttpRequest',
    from: 'assayer@example.org',
  };
}

/** What the fields made of an answer that comes otherwise without them. */
interface Swayed {
  readonly control: Answer;
  readonly answer: Answer;
}

/** What comes by turns as one or the other, whatever is sent, is the matter of other rules. */
async function swayedAgain(trial: Trial, name: RepresentationName, plain: HttpRequest): Promise<Swayed | undefined> {
  const look = async (): Promise<Swayed | undefined> => {
    const control = await trial.send(plain);
    const answer = await trial.send(withFields(plain, fieldsFor(trial, name)));
    const isRight = control.status === 200 && control.representation.syntax === name;
    return isRight && isOther(trial, name, answer) ? { control, answer } : undefined;
  };
  return seenEachTime(await look(), look);
}

/** Whether it is one of the resource's other representations. */
function isOther(trial: Trial, name: RepresentationName, { status, representation: { syntax } }: Answer): boolean {
  return status === 200 && syntax !== name && resourceOf(trial).representations.some((other) => other === syntax);
}

function isTold(name: RepresentationName, swayed: Swayed | undefined): void {
  if (swayed === undefined) return;
  const { control, answer } = swayed;
  fail(
    `${name} for that Accept, as it comes for another User-Agent, Referer, Origin and From`,
    answer.brief,
    control,
    answer,
  );
}
