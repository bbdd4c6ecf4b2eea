import type { Lesson } from '@vitrine/contract/catalog';
import { useMediaSelector } from 'media-chrome/dist/react/media-store.js';
import { writeLocal, readLocal } from '../../../platform/local-store.ts';

/** One file per language, named by its BCP 47 tag. */
export type Captions = Lesson['captions'];

interface Choice {
  on: boolean;
  language: string;
}

const choiceName = 'captions';

/**
 * The captions that run, and how one chooses others: remembered on this device for every lesson.
 * The browser draws them, so that they are there in image in image and on a phone's own full
 * screen too.
 */
export function useCaptions(video: () => HTMLVideoElement | null, reader: string) {
  const subtitles = useMediaSelector(({ mediaSubtitlesList }) => mediaSubtitlesList);
  const showing = useMediaSelector(({ mediaSubtitlesShowing }) => mediaSubtitlesShowing);
  const tracks = (subtitles ?? []) as { language: string; label: string }[];
  const shownLanguage = (showing?.[0] as { language: string } | undefined)?.language ?? null;
  function choose(language: string | null) {
    const element = video();
    if (!element) return;
    const captionsLanguage = language ?? shownLanguage;
    if (captionsLanguage)
      writeLocal(choiceName, {
        on: language !== null,
        language: captionsLanguage,
      } satisfies Choice);
    show(element, language);
  }
  return {
    tracks,
    shown: shownLanguage,
    choose,
    /** Turns captions on in the language chosen last, else the viewer's, else the first. */
    toggle: () => choose(shownLanguage ? null : bestOf(video(), reader)),
  };
}

/** A video begins with the captions that its reader had on the last one. */
export function showStoredCaptions(video: HTMLVideoElement, reader: string) {
  show(video, readLocal<Choice>(choiceName)?.on ? bestOf(video, reader) : null);
}

function show({ textTracks }: HTMLVideoElement, language: string | null) {
  for (const track of textTracks) track.mode = track.language === language ? 'showing' : 'disabled';
}

function bestOf(video: HTMLVideoElement | null, reader: string): string | null {
  const languages = [...(video?.textTracks ?? [])].map(({ language }) => language);
  const primary = (tag: string) => tag.split('-')[0];
  const preferred = [readLocal<Choice>(choiceName)?.language, reader].filter(
    (tag) => tag !== undefined,
  );
  const language = preferred
    .flatMap((tag) => [
      languages.find((one) => one === tag),
      languages.find((one) => primary(one) === primary(tag)),
    ])
    .find((one) => one !== undefined);
  return language ?? languages[0] ?? null;
}
