/** The position of the captured frame, in seconds. The first frame is often black. */
const AT_SECONDS = 2;
const MAX_WIDTH = 1280;

/** A browser that decodes nothing says so by no event. */
const TIMEOUT_MS = 15_000;

/** Captures a frame of a video as an image; null if the browser cannot play the video. */
export async function frameOf(file: File): Promise<File | null> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const failed = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error('the video does not play'));
    video.addEventListener('error', fail, { once: true });
    timer = setTimeout(fail, TIMEOUT_MS);
  });
  const waitFor = (event: string) =>
    Promise.race([
      failed,
      new Promise<void>((resolve) => {
        video.addEventListener(event, () => resolve(), { once: true });
      }),
    ]);
  try {
    const loaded = waitFor('loadeddata');
    video.src = url;
    // An iPhone loads no frame of a video that does not play.
    video.play().catch(() => {});
    await loaded;
    video.pause();
    const onSeeked = waitFor('seeked');
    video.currentTime = Math.min(AT_SECONDS, (video.duration || 0) / 3);
    await onSeeked;
    const scale = Math.min(1, MAX_WIDTH / video.videoWidth);
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    canvas.getContext('2d')!.drawImage(video, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', 0.85),
    );
    return blob && new File([blob], 'quadro.jpg', { type: blob.type });
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    video.pause();
    video.removeAttribute('src');
    URL.revokeObjectURL(url);
  }
}
