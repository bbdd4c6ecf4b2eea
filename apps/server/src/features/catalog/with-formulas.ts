import type { LessonPatch } from '@vitrine/contract/catalog';
import { mayHoldFormulas } from '../../platform/formulas/find-formulas.ts';
import { renderFormulas } from '../../platform/formulas/render-formulas.ts';
import type { School } from '../../platform/schools.ts';
import type { Member } from '../../platform/session.ts';
import { cleanContent, type WithFormulas } from './lessons.store.ts';

/** Renders the formulas of a lesson's content, once before it is saved and not at every view. */
export async function withFormulas<Patch extends LessonPatch>({
  body,
  school,
  member,
}: {
  body: Patch;
  school: School;
  member: Member;
}): Promise<WithFormulas<Patch>> {
  if (!body.content || !mayHoldFormulas(body.content)) return body;
  const tenantId = school.tenant.id;
  const content = cleanContent(body.content, tenantId);
  const content_html = await renderFormulas({ tenantId, account: member.id }, content);
  return { ...body, content, content_html };
}
