import type { Target } from '../core/target.ts';
import { isNotServed } from '../target-file/broken-answer.ts';
import { DOCUMENT_RESOURCES, documentResource } from '../target-file/document.ts';
import type { ResourceFile, TargetFile } from '../target-file/file.ts';
import type { Inquiry } from '../target-file/inquiry.ts';
import { inWords, listIn } from '../target-file/list-place.ts';
import type { Finding, Found, Open } from './finding.ts';

/** Which lists are a member of the answer, as frameworks show pages, and nobody said so: the place, by the name of the resource. */
export async function observePages(
  inquiry: Inquiry,
  { resources, version }: Target,
): Promise<Found<ReadonlyMap<string, string>>> {
  const pages = new Map<string, string>();
  const findings: Finding[] = [];
  const open: Open[] = [];
  for (const { name, list, ofDocument } of resources) {
    const address = list?.address ?? (ofDocument ? documentList(name)?.replace('{version}', version) : undefined);
    // Of another resource than the document's, one that is known was told.
    const isTold = !ofDocument && list !== undefined && list.envelope !== '';
    if (address === undefined || isTold) continue;
    const answer = await inquiry.ask({ method: 'GET', address });
    if (list !== undefined && answer !== undefined && isNotServed(answer.status))
      open.push({ place: `resources.${name}`, question: notThere(name, address, answer.status) });
    const found = listIn(answer);
    if (found === undefined || found.pointer === '') continue;
    pages.set(name, found.pointer);
    findings.push({ place: `resources.${name}.list`, evidence: inWords(address, found) });
  }
  return { value: pages, findings, open };
}

function notThere(name: string, address: string, status: number): string {
  return `GET ${address} was answered ${status}: the rules about ${name} fail while it is. Take ${name} out where the service has none`;
}

/** A file that says where those lists are, unless it says so already. */
export function withPages(file: TargetFile, pages: ReadonlyMap<string, string>): TargetFile {
  if (pages.size === 0) return file;
  const named: readonly ResourceFile[] = file.resources ?? DOCUMENT_RESOURCES.map(({ name }) => ({ name }));
  const resources = named.map((resource): ResourceFile => {
    const list = pages.get(resource.name);
    return list === undefined ? resource : { ...resource, envelope: { list, ...resource.envelope } };
  });
  return { ...file, resources };
}

function documentList(name: string): string | undefined {
  const list = documentResource(name)?.list;
  return typeof list === 'string' ? list : undefined;
}
