import { expect, test } from 'vitest';
import type { TestSchool, World } from './harness.ts';

/** The path that the calls of the settings begin with. */
export const base = '/api/auth/config/plataforma';

/** Reads and saves the settings as the owner of a school. */
export const settingsOf = ({ id, owner }: TestSchool) => ({
  read: async () => (await owner.get(`${base}/basic/${id}`)).body.data,

  /** Sends the call that accepts the columns of every panel. */
  save: (patch: object) =>
    owner.post(
      `${base}/updateCustomBasic`,
      patch instanceof FormData ? patch : { tenant_id: id, ...patch },
    ),
});

/** Makes a form with text fields and files, as a browser sends it. */
export function formOf(fields: Record<string, string>, files: Record<string, Uint8Array>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, content] of Object.entries(files))
    form.set(name, new Blob([content as Uint8Array<ArrayBuffer>]), 'logo.png');
  return form;
}

/** Tests that each value is 422 at its field, and that the valid column beside it is not saved. */
export const testRefusedValues = (world: World, values: [string, unknown][]) =>
  test.each(values)('%s = %s is refused, with the whole patch', async (field, value) => {
    const { read, save } = settingsOf(await world.school());
    const before = await read();
    const { status, body } = await save({ description: 'Fotografia', [field]: value });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
    expect(await read()).toEqual(before);
  });

/** Tests that only owners and admins of this school may make each write. */
export const testAdminsOnly = (world: World, writes: [string, object][]) =>
  test.each(writes)('%s is for owners and admins of this school only', async (path, body) => {
    const school = await world.school();
    const { read } = settingsOf(school);
    const before = await read();
    for (const role of ['student', 'instructor', 'moderator'])
      expect((await (await school.join([role])).post(path, body)).status).toBe(403);
    expect((await school.visitor.post(path, body)).status).toBe(401);
    const neighbour = await world.school();
    expect((await neighbour.owner.post(path, { ...body, tenant_id: school.id })).status).toBe(403);
    expect((await neighbour.owner.post(path, body)).status).toBe(200);
    expect(await read()).toEqual(before);
    expect((await (await school.join(['admin'])).post(path, body)).status).toBe(200);
  });
