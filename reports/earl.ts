import type { Outcome } from '../core/results/outcome.ts';
import type { Results } from '../core/results/results.ts';
import { jsonText } from './json-text.ts';
import { waiverPhrase } from './waiver-wording.ts';

/** EARL 1.0 Schema (W3C), 2.6: what each outcome is called there. */
const OUTCOMES: Readonly<Record<Outcome, string>> = {
  pass: 'earl:passed',
  fail: 'earl:failed',
  'not-exercised': 'earl:untested',
  inconclusive: 'earl:cantTell',
  error: 'earl:cantTell',
  'not-applicable': 'earl:inapplicable',
};

// In the file itself, so that nothing has to be fetched to read it.
const CONTEXT = {
  earl: 'http://www.w3.org/ns/earl#',
  dct: 'http://purl.org/dc/terms/',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  'earl:assertedBy': { '@type': '@id' },
  'earl:subject': { '@type': '@id' },
  'earl:test': { '@type': '@id' },
  'earl:mode': { '@type': '@id' },
  'earl:outcome': { '@type': '@id' },
  'dct:isPartOf': { '@type': '@id' },
  'dct:date': { '@type': 'xsd:dateTime' },
};

const ASSERTOR = 'urn:assayer';

/** The run in the Evaluation and Report Language (EARL 1.0) as JSON-LD: an assertion for each check. */
export function reportEarl(results: Results): string {
  const { tool, target, run } = results;
  const rules = new Map(results.results.map((result) => [result.rule, result]));
  const subjects = new Set(results.results.map(({ subject }) => subject));
  return jsonText({
    '@context': CONTEXT,
    '@graph': [
      { '@id': ASSERTOR, '@type': 'earl:Software', 'dct:title': tool.name, 'dct:hasVersion': tool.version },
      { '@id': target.baseUrl, '@type': 'earl:TestSubject', 'dct:title': target.name },
      ...[...subjects].map((subject) => ({
        '@id': subjectId(target.baseUrl, subject),
        '@type': 'earl:TestSubject',
        'dct:title': subject,
        'dct:isPartOf': target.baseUrl,
      })),
      ...[...rules.values()].map(({ rule, title, clause, level }) => ({
        '@id': testId(rule),
        '@type': 'earl:TestCase',
        'dct:identifier': rule,
        'dct:title': title,
        'dct:description': `${level}, clause ${clause}`,
      })),
      ...results.results.map(({ rule, subject, outcome, reason, waiver }) => ({
        '@type': 'earl:Assertion',
        'earl:assertedBy': ASSERTOR,
        'earl:subject': subjectId(target.baseUrl, subject),
        'earl:test': testId(rule),
        'earl:mode': 'earl:automatic',
        'earl:result': {
          '@type': 'earl:TestResult',
          'earl:outcome': OUTCOMES[outcome],
          'dct:date': run.startedAt,
          ...(reason === '' ? {} : { 'dct:description': reason }),
          ...(waiver === undefined ? {} : { 'earl:info': `waived: ${waiverPhrase(waiver, results)}` }),
        },
      })),
    ],
  });
}

function subjectId(baseUrl: string, subject: string): string {
  return `${baseUrl}#${encodeURIComponent(subject.replace(/\p{Cs}/gu, '\ufffd'))}`;
}

function testId(rule: string): string {
  return `${ASSERTOR}:rule:${rule}`;
}
