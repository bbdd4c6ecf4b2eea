import type { Lesson } from '@vitrine/contract/catalog';
import { useMediaSelector } from 'media-chrome/dist/react/media-store.js';
import { writeLocal, readLocal } from '../../../platform/local-store.ts';

export type Captions = Lesson['captions'];

interface Choice {
  on: boolean;
  language: string;
}

const choiceName = 'captions';

/**
 * The captions that run, and how one chooses others: remembered on this device for every lesson.
 * The browser draws them, so that they are there in picture in picture and on a phone's own full
 * screen too.
 */
export function useCaptions(video: () => HTMLVideoElement | null, reader: string) {
  const all = useMediaSelector(({ mediaSubtitlesList }) => mediaSubtitlesList);
  const showing = useMediaSelector(({ mediaSubtitlesShowing }) => mediaSubtitlesShowing);
  const tracks = (all ?? []) as { language: string; label: string }[];
  const shown = (showing?.[0] as { language: string } | undefined)?.language ?? null;
  function choose(language: string | null) {
    const element = video();
    if (!element) return;
    const wanted = language ?? shown;
    if (wanted)
      writeLocal(choiceName, { on: language !== null, language: wanted } satisfies Choice);
    show(element, language);
  }
  return {
    tracks,
    shown,
    choose,
    /** Turns captions on in the language chosen last, else the viewer's, else the first. */
    toggle: () => choose(shown ? null : bestOf(video(), reader)),
  };
}

/** A video begins with the captions that its reader had on the last one. */
export function showKeptCaptions(video: HTMLVideoElement, reader: string) {
  show(video, readLocal<Choice>(choiceName)?.on ? bestOf(video, reader) : null);
}

function show({ textTracks }: HTMLVideoElement, language: string | null) {
  for (const track of textTracks) track.mode = track.language === language ? 'showing' : 'disabled';
}

function bestOf(video: HTMLVideoElement | null, reader: string): string | null {
  const languages = [...(video?.textTracks ?? [])].map(({ language }) => language);
  const primary = (tag: string) => tag.split('-')[0];
  const wanted = [readLocal<Choice>(choiceName)?.language, reader].filter(
    (tag) => tag !== undefined,
  );
  const found = wanted
    .flatMap((tag) => [
      languages.find((one) => one === tag),
      languages.find((one) => primary(one) === primary(tag)),
    ])
    .find((one) => one !== undefined);
  return found ?? languages[0] ?? null;
}
