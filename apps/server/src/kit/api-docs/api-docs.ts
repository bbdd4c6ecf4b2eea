import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { acceptsGzip } from '../../platform/gzip-parts.ts';

/**
 * Mounts `/api/docs`, where people read and try every call. Swagger UI comes from this server,
 * shows `/api/openapi.json`, and calls with the viewer's session. The first request reads its
 * files, not the server's start.
 */
export function mountApiDocs(app: FastifyInstance) {
  app.get('/api/docs', anybody, async (_request, reply) =>
    reply
      .headers({
        'content-security-policy': contentPolicy,
        'content-type': 'text/html; charset=utf-8',
      })
      .send(docsPage),
  );
  for (const [name, { type, read }] of Object.entries(files)) {
    const content = readOnce(read);
    app.get(`/api/docs/${name}`, anybody, async (request, reply) =>
      sendFile(request, reply.type(type), await content()),
    );
  }
}

const anybody = { config: { access: 'public' } } as const;

const startScript = `SwaggerUIBundle({
  dom_id: '#calls',
  url: '/api/openapi.json',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  withCredentials: true,
});
`;

const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Vitrine API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<noscript><a href="/api/openapi.json">/api/openapi.json</a></noscript>
<div id="calls"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

// The page reaches this host only. Swagger UI draws its icons as data: images and shows an image
// that a call answered as a blob.
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const javascript = 'text/javascript; charset=utf-8';
const require = createRequire(import.meta.url);

const files: Record<string, { type: string; read: () => Promise<Buffer> }> = {
  'start.js': { type: javascript, read: async () => Buffer.from(startScript) },
  'swagger-ui-bundle.js': {
    type: javascript,
    read: () => readFile(require.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
  },
  'swagger-ui.css': {
    type: 'text/css; charset=utf-8',
    read: () => readFile(require.resolve('swagger-ui-dist/swagger-ui.css')),
  },
};

interface Content {
  bytes: Buffer;
  gzip: Buffer;
}

/** Reads and compresses at the first call. */
function readOnce(read: () => Promise<Buffer>): () => Promise<Content> {
  let content: Content | undefined;
  return async () => (content ??= await readAndCompress(read));
}

async function readAndCompress(read: () => Promise<Buffer>): Promise<Content> {
  const bytes = await read();
  return { bytes, gzip: await promisify(gzip)(bytes) };
}

function sendFile(request: FastifyRequest, reply: FastifyReply, { bytes, gzip }: Content) {
  void reply.headers({ 'cache-control': 'private, max-age=3600', vary: 'accept-encoding' });
  return acceptsGzip(request)
    ? reply.header('content-encoding', 'gzip').send(gzip)
    : reply.send(bytes);
}
