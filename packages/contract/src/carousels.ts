import * as z from 'zod/mini';
import {
  anyCard,
  cardKinds,
  cardTypes,
  carouselType,
  carouselTypes,
  contentTypes,
  typeContents,
  weights,
  type ContentType,
} from './carousel-types.ts';
import {
  body,
  dataOf,
  flag,
  flagAnswer,
  id,
  ids,
  listOf,
  characterCount,
  maxCharacters,
  message,
  order,
  route,
  saved,
  trimmedText,
  triple,
} from './core.ts';
import { messages as common } from './messages.ts';
import { version, wholeNumber } from './settings-values.ts';
import { fontNames } from './site.ts';

export * from './carousel-types.ts';

/** C section 9, Carousel. */
export const limits = {
  titleMin: 3,
  title: 255,
  description: 2000,
  sizeMin: 8,
  sizeMax: 40,
  autoplayMin: 1,
  autoplayMax: 10,
  cardsPerGroup: 100,
  /**
   * Ours: the home page shows 40 cards per carousel, so that its cost does not grow with the
   * school.
   */
  cards: 40,
  /** Ours: a "continue" carousel covers the 12 started courses with the latest activity. */
  lessonsToContinue: 12,
} as const;

/** C sections 5 and 8. The texts are exact, because people read them. */
export const messages = {
  created: 'Carrossel criado com sucesso!',
  updated: 'Carrossel atualizado com sucesso!',
  removed: 'Carrossel deletado com sucesso',
  untitled: 'O carrossel não pode ser criado sem título!',
  titleTooShort: 'O nome do carrossel deve ter no mínimo 3 caracteres.',
  descriptionTooLong: 'A descrição deve ter no máximo 2.000 caracteres.',
  typeRequired: 'Selecione algum tipo de carrossel.',
  createdEmpty: 'O carrossel não pode ser criado sem conteúdo!',
  updatedEmpty: 'O carrossel não pode ser atualizado sem conteúdo!',
  system: 'Item não editável',
  living: 'A ordem desta lista segue a dos módulos e aulas.',
  createFailed: 'Erro ao tentar criar carrossel!',
  updateFailed: 'Erro ao tentar atualizar carrossel!',
  loadFailed: 'Houve um erro ao recuperar dados de conteúdo',
  orderFailed: 'Erro ao salvar a nova ordem dos carrosseis',
  publishFailed: 'Erro ao atualizar informação, tente novamente',
  removeFailed: 'Erro ao deletar carrossel',
} as const;

// Input -----------------------------------------------------------------------------------------

const weight = z.pipe(wholeNumber(100, 900, 100), z.literal(weights, common.invalid));
const size = wholeNumber(limits.sizeMin, limits.sizeMax);
const font = z.enum(fontNames);
const perGroup = wholeNumber(0, limits.cardsPerGroup);

/** An optional field. Null keeps the value, or the database's default on creation. */
const ifGiven = <T extends z.ZodMiniType>(schema: T) =>
  z.pipe(
    z.optional(z.nullable(schema)),
    z.transform((value) => value ?? undefined),
  );

const title = z.string(common.required).check(
  z.trim(),
  z.minLength(1, { error: common.required, abort: true }),
  z.refine((text: string) => characterCount(text) >= limits.titleMin, messages.titleTooShort),
  maxCharacters(limits.title, common.titleTooLong),
);

const type = z.pipe(
  z.pipe(
    z.union([z.string(), z.number()], messages.typeRequired),
    z.transform((value) => String(value)),
  ),
  z.enum(contentTypes, messages.typeRequired),
);

interface CardChoice {
  carousel_type?: keyof typeof cardTypes | undefined;
  card_type?: (typeof anyCard)[number] | null | undefined;
}

const carousel = (empty: string) =>
  body({
    title,
    type,
    description: ifGiven(trimmedText(limits.description, messages.descriptionTooLong)),
    type_content: ifGiven(z.string()),
    custom: ifGiven(flag),
    carousel_type: ifGiven(z.enum(cardKinds)),
    // Null stays null: the carousel then uses the card that suits its type.
    card_type: z.optional(z.nullable(z.enum(anyCard))),
    font_title: z.optional(z.nullable(font)),
    weight_title: ifGiven(weight),
    size_title: ifGiven(size),
    font_description: z.optional(z.nullable(font)),
    weight_description: ifGiven(weight),
    size_description: ifGiven(size),
    cards_per_group: ifGiven(perGroup),
    cards_per_group_mobile: ifGiven(perGroup),
    autoplay: ifGiven(flag),
    autoplay_time: ifGiven(wholeNumber(limits.autoplayMin, limits.autoplayMax)),
    content: z.pipe(
      z.array(z.unknown(), empty).check(z.minLength(1, { error: empty, abort: true })),
      ids,
    ),
    version,
  })
    .check(
      z.refine(
        ({ type, type_content }: { type: ContentType; type_content?: string | undefined }) =>
          !type_content ||
          type === carouselType.courses ||
          (typeContents[type] as readonly string[]).includes(type_content),
        { path: ['type_content'], error: common.invalid },
      ),
      z.refine(
        ({ carousel_type, card_type }: CardChoice) =>
          !carousel_type ||
          !card_type ||
          (cardTypes[carousel_type] as readonly string[]).includes(card_type),
        { path: ['card_type'], error: common.invalid },
      ),
    )
    .register(z.globalRegistry, {
      messageFor: ({ title: wrong }: Record<string, string[]>) =>
        wrong?.[0] === common.required ? messages.untitled : undefined,
    });

/** C section 7. The server ignores `published`: a saved carousel is published. */
export const CarouselInput = carousel(messages.createdEmpty);
export type CarouselInput = z.output<typeof CarouselInput>;
/** As `CarouselInput`, with the message of an update for missing content (C section 5). */
export const CarouselChange = carousel(messages.updatedEmpty);

// Answers ----------------------------------------------------------------------------------------

/**
 * One card of a carousel. `products` names the products that open a locked card. Exactly one of
 * `course`, `module` and `class` is set. `carouselItemId` is null if no admin placed the card by
 * hand.
 */
export const CarouselItem = z.object({
  id: z.int(),
  title: z.string(),
  carouselItemId: z.nullable(z.int()),
  locked: z.boolean(),
  /** Hidden from students. */
  draft: z.optional(z.boolean()),
  cover: z.nullable(z.string()),
  products: listOf(z.string()),
  favorite: z.boolean(),
  course: z.optional(
    z.object({ id: z.int(), title: z.string(), lessons_count: z.int(), progress: z.int() }),
  ),
  module: z.optional(
    z.object({
      id: z.int(),
      title: z.string(),
      course_id: z.int(),
      course_title: z.string(),
      lessons_count: z.int(),
      progress: z.int(),
    }),
  ),
  class: z.optional(
    z.object({
      id: z.int(),
      title: z.string(),
      module_id: z.int(),
      course_id: z.int(),
      course_title: z.string(),
      /** Null if the length is unknown or the lesson is locked. */
      duration_seconds: z.nullable(z.int()),
      seconds: z.int(),
      progress: z.int(),
    }),
  ),
});
export type CarouselItem = z.output<typeof CarouselItem>;

/** C section 3. */
export const Carousel = z.object({
  id: z.int(),
  tenant_id: z.int(),
  title: z.string(),
  description: z.string(),
  type: z.enum(carouselTypes),
  type_content: z.enum(Object.values(typeContents).flat()),
  custom: flagAnswer,
  carousel_type: z.enum(cardKinds),
  card_type: z.enum(anyCard),
  font_title: font,
  weight_title: z.int(),
  size_title: z.int(),
  font_description: font,
  weight_description: z.int(),
  size_description: z.int(),
  cards_per_group: z.int(),
  cards_per_group_mobile: z.int(),
  autoplay: flagAnswer,
  autoplay_time: z.int(),
  published: flagAnswer,
  version: z.int(),
  /** The chosen ids. Only staff get them; students get an empty list. */
  content: listOf(z.int()),
});
export type Carousel = z.output<typeof Carousel>;

/**
 * A carousel with the cards that the viewer may see: 40 on the home page, all of them in its own
 * answer.
 */
export const CarouselWithItems = z.extend(Carousel, { carousel_item: listOf(CarouselItem) });
export type CarouselWithItems = z.output<typeof CarouselWithItems>;

const Saved = z.object({ card_type: z.enum(anyCard), type: z.enum(carouselTypes), id: z.int() });
const Published = z.object({ id: z.int(), published: flagAnswer });

/** C section 7 and contract, Carousels. 403 for a change of a system carousel. */
export const carousels = {
  list: route('GET', '/api/auth/home/carousels/{tenant}', {
    access: 'member',
    source: 'C',
    answer: listOf(Carousel),
  }),
  show: route('GET', '/api/auth/home/get-carousel/{id}', {
    access: 'member',
    source: 'C',
    answer: dataOf(CarouselWithItems),
  }),
  items: route('GET', '/api/auth/home/carousel-item/{cardType}/{carouselType}/{carouselId}', {
    access: 'member',
    source: 'C',
    params: { cardType: z.string().check(z.maxLength(20)), carouselType: z.enum(carouselTypes) },
    answer: listOf(CarouselItem),
  }),
  create: route('POST', '/api/auth/config/plataforma/carrossel/create', {
    access: 'admin',
    source: 'C',
    status: 201,
    body: CarouselInput,
    answer: triple(Saved),
  }),
  update: route('POST', '/api/auth/config/plataforma/carrossel/update/{id}', {
    access: 'admin',
    source: 'C',
    body: CarouselChange,
    answer: triple(Saved),
  }),
  orderItems: route('POST', '/api/auth/config/plataforma/carrossel/orderItens', {
    access: 'admin',
    source: 'C',
    body: body({ carousel_id: id, order: ids }),
    answer: message,
  }),
  order: route('POST', '/api/auth/config/plataforma/carrossel/orderCarrossel', {
    access: 'staff',
    source: 'C',
    body: order,
    answer: triple(listOf(Carousel)),
  }),
  /** Toggles with GET. It writes, so it needs the header `tenantId`. */
  toggle: route('GET', '/api/auth/config/plataforma/carrossel/publish/{tenant}/{id}', {
    access: 'admin',
    source: 'C',
    writes: true,
    answer: saved(Published),
  }),
  publish: route('PUT', '/api/v1/carousels/{id}/published', {
    access: 'admin',
    source: 'v1',
    body: body({ published: flag }),
    answer: dataOf(Published),
  }),
  remove: route('DELETE', '/api/auth/config/plataforma/carrossel/delete/{tenant}/{id}', {
    access: 'admin',
    source: 'C',
    answer: message,
  }),
};
