import { carried } from './carriage.ts';
import type { Variation } from './variation.ts';

/** Further ways for an answer to travel: RFC 9110 15.2, RFC 9112. */
export const wire: readonly Variation[] = [
  {
    id: 'interim-unknown',
    title: 'A 199, which nobody knows, with a field comes before each answer.',
    source: 'RFC 9110 15, 15.2: a class is known by its first digit, and interim answers may be ignored',
    layer: 'connection',
    wrap: carried((carriage) => ({ ...carriage, interim: [...carriage.interim, 'unknown'] })),
  },
  {
    id: 'head-chunked',
    title: 'HEAD is answered with the Transfer-Encoding of the GET, and no length.',
    source: 'RFC 9112 6.1: the field says there how the content would have been sent',
    layer: 'connection',
    group: 'framing',
    wrap: carried((carriage, { method }) => {
      if (method !== 'HEAD' || carriage.status === 204 || carriage.status === 304) return carriage;
      const others = carriage.fields.filter(([name]) => name.toLowerCase() !== 'content-length');
      return { ...carriage, fields: [...others, ['Transfer-Encoding', 'chunked']] };
    }),
  },
  {
    id: 'cookie-with-each-answer',
    title: 'Each answer sets a cookie of another value, 204 and 304 as well, with attributes that are new.',
    source: 'RFC 6265 3, 4.1.2, 5.2: any answer may set one, and attributes that are not known are ignored',
    layer: 'connection',
    wrap: carried((carriage) => ({
      ...carriage,
      fields: [
        ...carriage.fields,
        ['Set-Cookie', `__cf_bm=${crypto.randomUUID()}; Path=/; HttpOnly; Secure; SameSite=None; Partitioned`],
        ['Set-Cookie', `AWSALB=${crypto.randomUUID()}; Priority=High; Max-Age=604800; Path=/`],
      ],
    })),
  },
];
