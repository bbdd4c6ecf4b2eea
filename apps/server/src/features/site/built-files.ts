import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { declareAccess } from '../../platform/route-access.ts';
import { assets, publicFiles } from './web-build.ts';

/** Serves the built scripts and styles, and the public files. In development, Vite serves the former. */
export async function mountBuiltFiles(app: FastifyInstance, development: boolean) {
  const folders = await readdir(publicFiles);
  await app.register(async (files) => {
    declareAccess(files, 'public');
    if (!development)
      await files.register(fastifyStatic, {
        root: assets,
        prefix: '/assets/',
        preCompressed: true,
        immutable: true,
        maxAge: '1y',
        decorateReply: false,
      });
    for (const folder of folders)
      await files.register(fastifyStatic, {
        root: join(publicFiles, folder),
        prefix: `/${folder}/`,
        maxAge: '1d',
        decorateReply: false,
      });
  });
}
