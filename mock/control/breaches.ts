import { BREACH_FIELD } from '../upstream/breaches.ts';
import { fieldValue } from './redaction.ts';
import { type ControlRoute, done, json } from './route.ts';

/** What the service behind the mock was seen to break: see docs/mock-upstream.md. */
export const breachRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/breaches',
    title: 'Lists what answers of the service behind the mock broke, each once.',
    answers: {
      200: 'an array of { id, rule, level, clause, title, reason, method, path, status, at, times, places, exchange }; places are where it was met, exchange is the ordinal of one in the log, where that still holds it',
    },
    handle({ mock }) {
      const logged = mock.log.list();
      const exchangeOf = (id: string): number | undefined =>
        logged.find(({ reply }) => fieldValue(reply.fields, BREACH_FIELD)?.split(/[ ,]+/u).includes(id))?.ordinal;
      return json(
        mock.breaches.list().map((breach) => ({
          ...breach,
          at: new Date(breach.at).toISOString(),
          exchange: exchangeOf(breach.id),
        })),
      );
    },
  },
  {
    method: 'DELETE',
    path: '/breaches',
    title: 'Forgets what was broken, so that it is told again when it is met again.',
    answers: { 204: 'it is forgotten' },
    handle({ mock }) {
      mock.breaches.clear();
      return done();
    },
  },
];
