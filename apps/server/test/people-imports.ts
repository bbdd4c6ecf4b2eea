import type { MembersChoices, MembersPreview } from '@vitrine/contract/imports';
import { expect } from 'vitest';
import type { TestSchool, World } from './harness.ts';
import { readImport } from './imports.ts';
import { makeJobsDue } from './sql.ts';

/** The choices of an import. Those that are left out are the form's first ones. */
type Choices = Partial<MembersChoices>;

/** A student as the list of members shows them. */
interface ListedStudent {
  name: string;
  email: string;
  product_ids: number[];
}

/** The acts of an owner who imports people. `current` gives the school of the running test. */
export function importsOfPeople(
  { platform, databaseUrl }: Pick<World, 'platform' | 'databaseUrl'>,
  current: () => TestSchool,
) {
  const run = () => platform.jobs.runAll();

  function sendTo(path: string, content: Uint8Array | string, choices?: Choices) {
    const form = new FormData();
    form.set('file', new Blob([content as Uint8Array<ArrayBuffer>]), 'alunos.csv');
    if (choices) form.set('choices', JSON.stringify(choices));
    return current().owner.send('POST', path, form);
  }

  return {
    sendTo,

    async preview(content: Uint8Array | string, choices?: Choices): Promise<MembersPreview> {
      const { status, body } = await sendTo('/api/v1/members/import/preview', content, choices);
      expect(status).toBe(200);
      return body.data;
    },

    async imported(content: Uint8Array | string, choices?: Choices) {
      const { status, body } = await sendTo('/api/v1/members/import', content, choices);
      expect(status).toBe(202);
      await run();
      return readImport(current().owner, body.data.id);
    },

    /** Undoes an import, and returns what came of it. */
    async undone(id: number) {
      const { owner } = current();
      expect((await owner.post(`/api/v1/imports/${id}/undo`, {})).status).toBe(202);
      await run();
      return (await readImport(owner, id)).undo;
    },

    people: async (): Promise<ListedStudent[]> =>
      (await current().owner.get('/api/v1/members?role=student')).body.data,

    /** Counts the mails of the school. */
    invited: () =>
      current().transaction(
        async ({ db }) => (await db.selectFrom('mails').select('recipient').execute()).length,
      ),

    /** Runs the jobs that wait for another day. */
    async later() {
      await makeJobsDue(databaseUrl);
      await run();
    },
  };
}
