import { readFile } from 'node:fs/promises';
import { limits, messages } from '@vitrine/contract/imports';
import { bulkPriority } from '../../platform/jobs.ts';
import type { TenantTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { invalid } from '../../platform/app-error.ts';
import { mailLink } from '../sessions/sessions.mails.ts';
import { importTask } from './import-job.ts';
import { endRun, updateRun } from './imports.store.ts';
import { peopleIn, type Person, type Products } from './people.ts';
import { addPeople, namedProducts } from './people.store.ts';
import { newReport, type Report } from './report.ts';
import { openSheet, type Sheet } from './sheet.ts';

const MAX_REPORT_LINES = 2_000;
const BATCH_SIZE = 100;

/** What can be told at once: no CSV 415, no column of e-mails or too many lines 422. */
export async function refuseNoPeople(file: string) {
  const { lines, first } = openSheet(await readFile(file));
  if (lines.length === first) throw invalid({ file: [messages.noLines] });
  if (lines.length - first > limits.csvLines) throw invalid({ file: [messages.tooManyLines] });
}

/**
 * The job: a hundred lines a transaction, with the invitations of those who are new. `done` counts
 * the lines that are committed; a run that was cut off is gone on with after them.
 */
export function importMembers(platform: Platform) {
  importTask(platform, 'members', {
    async work(work) {
      const { run, tenantId, payload, signal } = work;
      const inSchool = <T>(act: (tx: TenantTransaction) => Promise<T>) =>
        platform.database.transaction(tenantId, act);
      const sheet = openSheet(await readFile(work.file));
      const total = sheet.lines.length - sheet.first;
      const school = await platform.schools.of(tenantId);
      const report = newReport(MAX_REPORT_LINES);

      for (const { people, done } of inBatches(sheet, await inSchool(namedProducts), report)) {
        if (done <= run.done) continue; // an earlier run has committed these
        signal.throwIfAborted();
        await inSchool(async (tx) => {
          await updateRun(tx, run, { done, total, report: report.lines });
          for (const account of await addPeople(tx, people))
            await mailLink(tx, {
              account: { ...account, language: null },
              purpose: 'invitation',
              school: school!.tenant.name,
              base: String(payload['base']),
              priority: bulkPriority(done),
            });
        });
      }
      await inSchool((tx) => endRun(tx, run, { status: 'done', report: report.lines }));
    },
    explain: () => null,
    gaveUp: messages.membersGaveUp,
  });
}

/** Cut by lines alone, so that every run cuts at the same places. */
function* inBatches(sheet: Sheet, products: Products, report: Report) {
  let people: Person[] = [];
  let done = 0;
  let cut = 0;
  for (const { person, next } of peopleIn(sheet, products, report)) {
    if (person) people.push(person);
    done = next - sheet.first;
    if (done - cut < BATCH_SIZE) continue;
    yield { people, done };
    people = [];
    cut = done;
  }
  if (done > cut) yield { people, done };
}
