/** The position of the captured frame, in seconds. The first frame is often black. */
const AT_SECONDS = 2;
const MAX_WIDTH = 1280;

/** Captures a frame of a video as an image; null if the browser cannot play the video. */
export async function frameOf(file: File): Promise<File | null> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  const waitFor = (event: string) =>
    new Promise<void>((resolve, reject) => {
      video.addEventListener(event, () => resolve(), { once: true });
      video.addEventListener('error', () => reject(new Error('the video does not play')), {
        once: true,
      });
    });
  try {
    const loaded = waitFor('loadeddata');
    video.src = url;
    await loaded;
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
    video.removeAttribute('src');
    URL.revokeObjectURL(url);
  }
}
