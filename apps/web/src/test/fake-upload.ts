import { vi } from 'vitest';

/**
 * Uploads that a test controls. The app uploads by XMLHttpRequest, because fetch reports no upload
 * progress. `sending.at(-1)` is the newest.
 */
interface FakeUpload {
  method: string;
  url: string;
  /** By their names in lower case. */
  headers: Record<string, string>;
  body: unknown;
  aborted: boolean;
  progress: (loaded: number, total: number) => void;
  answer: (status: number, body: unknown) => void;
  fail: () => void;
}

/** Replaces XMLHttpRequest. The test decides when an upload advances and ends. */
export function catchSending(): FakeUpload[] {
  const sending: FakeUpload[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
      status = 0;
      responseText = '';
      onload?: () => void;
      onerror?: () => void;
      onabort?: () => void;
      private request: FakeUpload = {
        method: '',
        url: '',
        headers: {},
        body: null,
        aborted: false,
        progress: (loaded, total) => this.upload.onprogress?.({ loaded, total }),
        answer: (status, body) => {
          this.status = status;
          this.responseText = JSON.stringify(body);
          this.onload?.();
        },
        fail: () => this.onerror?.(),
      };

      open(method: string, url: string) {
        Object.assign(this.request, { method, url });
      }
      setRequestHeader(name: string, value: string) {
        this.request.headers[name.toLowerCase()] = value;
      }
      send(body: unknown) {
        this.request.body = body;
        sending.push(this.request);
      }
      abort() {
        this.request.aborted = true;
        this.onabort?.();
      }
    },
  );
  return sending;
}
