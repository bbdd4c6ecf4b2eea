import { viewAsStudent } from '@vitrine/contract/view-as-student';
import { FILE_ROOT, type WorkerMessage } from '../src/kit/offline/names.ts';
import { changesSession, isAppPage, isCachedCall, isCachedPage } from './cached-urls.ts';
import { downloadedFile } from './downloaded-files.ts';
import { invalidateOwner, forgetEverybody } from './owner.ts';
import { keepFromPage, personalCall, personalPage } from './person.ts';
import { openNotification, showPush } from './push.ts';
import { dropOldShells, isShellFile, keepShell, shellFile } from './shell.ts';
import { scope } from './worker-scope.ts';

scope.addEventListener('install', (event) => {
  // The new worker also serves open tabs, so it keeps the files of the previous build.
  event.waitUntil(keepShell().then(() => scope.skipWaiting()));
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(dropOldShells().then(() => scope.clients.claim()));
});

scope.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage;
  if (message.kind === 'forget') event.waitUntil(forgetEverybody());
  else event.waitUntil(keepFromPage(message).catch(() => {})); // the connection may be gone
});

scope.addEventListener('push', (event) => event.waitUntil(showPush(event.data)));
scope.addEventListener('notificationclick', (event) =>
  event.waitUntil(openNotification(event.notification)),
);

/** Everything else bypasses the worker: frames, uploads, ranges, mails, `/api/docs`. */
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== scope.location.origin) return;
  if (request.method !== 'GET') {
    if (changesSession(url)) event.waitUntil(invalidateOwner());
    return;
  }
  if (request.mode === 'navigate') {
    if (request.destination !== 'document' || !isAppPage(url)) return;
    const { page, cached } = personalPage(request, url, isCachedPage(url));
    event.waitUntil(cached);
    event.respondWith(page);
    return;
  }
  // The student view: its answers are not the staff member's own, so they are not cached.
  if (request.headers.has(viewAsStudent)) return;
  if (isShellFile(url)) event.respondWith(shellFile(request));
  else if (url.pathname.startsWith(`${FILE_ROOT}/files/`))
    event.respondWith(downloadedFile(request, url));
  else if (isCachedCall(url)) event.respondWith(personalCall(request, url));
});
