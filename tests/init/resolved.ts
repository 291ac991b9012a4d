import type { Target } from '../../core/target.ts';
import { visit } from '../../judge/visit.ts';
import { assume } from '../../target-file/assume.ts';
import type { TargetFile } from '../../target-file/file.ts';

/** What a run judges by, and all that it would take for granted. */
export async function resolved(file: TargetFile): Promise<{ target: Target; notes: readonly string[] }> {
  const visited = await visit(file, {});
  const { draft, transport, records, cleanUp, opened } = visited;
  const target = await assume(draft, transport, { records, cleanUp, readOnly: false });
  await visited.end();
  return { target, notes: [...target.assumed, ...opened.notes] };
}
