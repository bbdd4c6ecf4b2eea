import { readdir } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { cartridgeOf, openImportWorld } from '../../../test/imports.ts';

const world = await openImportWorld();
const { objects, tempPath } = world.platform.files;

test('a course whose sender leaves while it is stored is imported, and leaves no file', async () => {
  const { owner, host } = await world.school();
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = world.app.server.address() as AddressInfo;
  const form = new FormData();
  form.set('file', new Blob([cartridgeOf({ Luz: '<p>Luz</p>' })]), 'curso.imscc');
  const request = new Response(form);
  const body = Buffer.from(await request.arrayBuffer());
  const socket = connect(port, '127.0.0.1');

  const { put } = objects;
  const connections = () =>
    new Promise<number>((resolve) => {
      world.app.server.getConnections((_error, count) => resolve(count));
    });
  vi.spyOn(objects, 'put').mockImplementationOnce(async (...input) => {
    socket.destroy();
    await expect.poll(connections).toBe(0);
    return put(...input);
  });
  const errors = vi.spyOn(world.platform.log, 'error');
  socket.write(
    `POST /api/v1/imports HTTP/1.1\r\nhost: ${host}\r\ncookie: ${owner.cookie}\r\n` +
      `content-type: ${request.headers.get('content-type')}\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  socket.write(body);

  const imports = async () => (await owner.get('/api/v1/imports')).body.data.length;
  await expect.poll(imports, { timeout: 30_000 }).toBe(1);
  const tempFiles = async () => readdir(join(await tempPath(), '..'));
  await expect.poll(tempFiles).toEqual([]);
  expect(errors).not.toHaveBeenCalled();
});
