import type { animations, songs } from '@vitrine/contract/gamification';
import type { ComponentType } from 'react';
import { optionalPart } from '../../ui/late-component.ts';

/** The name of an animation, or `none` (B section 3, Reward). */
export type AnimationName = (typeof animations)[number];
/** A sound of `/sounds/{name}.mp3`. */
export type SongName = (typeof songs)[number];
/** An animation that has a drawing. */
export type DrawnAnimation = Exclude<AnimationName, 'none'>;

/** An animation stops after this time (B section 9). */
export const ANIMATION_MS = 7_000;

/** Portuguese labels, in the form's order. */
export const animationLabels: Record<AnimationName, string> = {
  none: 'Sem animação',
  levelUpGold: 'Subida de nível, ouro',
  levelUpSilver: 'Subida de nível, prata',
  levelUpBronze: 'Subida de nível, bronze',
  silverMedal: 'Medalha de prata',
  reward: 'Presente',
  parabens: 'Parabéns',
  trofeu: 'Taça de ouro',
  trofeu2: 'Estrela de cristal',
  trofeu3: 'Louros',
  rocket: 'Foguete',
  congratulation1: 'Fogos de artifício',
};

/** The names of songs, as keys of translations. */
export const songLabels: Record<SongName, string> = {
  fanfarra: 'Fanfarra',
  sinos: 'Sinos',
  subida: 'Subida',
  moedas: 'Moedas',
  harpa: 'Harpa',
  tambor: 'Tambor',
  estrela: 'Estrela',
  vitoria: 'Vitória',
};

/** Each drawing is a separate chunk, loaded on demand. */
export const drawings: Record<DrawnAnimation, ComponentType> = {
  levelUpGold: optionalPart(() => import('./art/level-up-gold.tsx')),
  levelUpSilver: optionalPart(() => import('./art/level-up-silver.tsx')),
  levelUpBronze: optionalPart(() => import('./art/level-up-bronze.tsx')),
  silverMedal: optionalPart(() => import('./art/silver-medal.tsx')),
  reward: optionalPart(() => import('./art/reward.tsx')),
  parabens: optionalPart(() => import('./art/parabens.tsx')),
  trofeu: optionalPart(() => import('./art/trofeu.tsx')),
  trofeu2: optionalPart(() => import('./art/trofeu2.tsx')),
  trofeu3: optionalPart(() => import('./art/trofeu3.tsx')),
  rocket: optionalPart(() => import('./art/rocket.tsx')),
  congratulation1: optionalPart(() => import('./art/congratulation1.tsx')),
};

/** The RGB colour of the light behind each animation. */
export const lights: Record<DrawnAnimation, string> = {
  levelUpGold: '255 190 70',
  levelUpSilver: '190 205 230',
  levelUpBronze: '225 150 95',
  silverMedal: '150 185 240',
  reward: '255 150 150',
  parabens: '255 215 120',
  trofeu: '255 200 80',
  trofeu2: '140 165 255',
  trofeu3: '90 215 165',
  rocket: '110 175 255',
  congratulation1: '200 150 255',
};

/** The URL of a song. */
export const soundOf = (song: string) => `/sounds/${song}.mp3`;
