import type { LessonPatch } from '@vitrine/contract/catalog';
import { mayHoldFormulas } from '../../platform/formulas/find-formulas.ts';
import { renderFormulas } from '../../platform/formulas/render-formulas.ts';
import type { School } from '../../platform/schools.ts';
import type { Member } from '../../platform/session.ts';
import { cleanContent, type WithFormulas } from './lessons.store.ts';

/** A lesson that is being saved, with the formulas of its content rendered: once, not at every view. */
export async function withFormulas<Given extends LessonPatch>({
  body,
  school,
  member,
}: {
  body: Given;
  school: School;
  member: Member;
}): Promise<WithFormulas<Given>> {
  if (!body.content || !mayHoldFormulas(body.content)) return body;
  const tenantId = school.tenant.id;
  const content = cleanContent(body.content, tenantId);
  const content_html = await renderFormulas({ tenantId, account: member.id }, content);
  return { ...body, content, content_html };
}
