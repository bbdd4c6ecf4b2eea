/** The kinds of carousel, by their number on the wire. No carousel has the number 4. */
export const carouselType = {
  courses: '1',
  modules: '2',
  lessons: '3',
  continueCourses: '5',
  continueModules: '6',
  continueLessons: '7',
  trending: '8',
  myList: '9',
} as const;
const { courses, modules, lessons, trending, myList } = carouselType;
const { continueCourses, continueModules, continueLessons } = carouselType;

/** An admin chooses the content of these types. */
export const contentTypes = [courses, modules, lessons] as const;
/** These types show where the viewer continues. */
export const continueTypes = [continueCourses, continueModules, continueLessons] as const;
/** Every school has exactly one carousel of each of these types. */
export const systemTypes = [...continueTypes, trending, myList] as const;
/** All types, in the order of their numbers. */
export const carouselTypes = [...contentTypes, ...systemTypes] as const;
/** A value of `carouselType`: '1' to '3' or '5' to '9'. */
export type CarouselType = (typeof carouselTypes)[number];
/** A type whose content an admin chooses. */
export type ContentType = (typeof contentTypes)[number];
/** A type that every school has once. */
export type SystemType = (typeof systemTypes)[number];

/** Whether the school may not edit or remove carousels of this type (C section 6). */
export const isSystem = (type: string): type is SystemType =>
  (systemTypes as readonly string[]).includes(type);

/** Titles of the interface. They are translated, unlike titles that an admin writes. */
export const systemTitles = {
  [continueCourses]: 'Continuar cursos',
  [continueModules]: 'Continuar módulos',
  [continueLessons]: 'Continuar assistindo',
  [trending]: 'Em alta',
  [myList]: 'Minha lista',
} as const satisfies Record<SystemType, string>;

/** The setting that publishes each system carousel (contract, decision 4). */
export const systemFlags = {
  show_carrousel_continue_course: continueCourses,
  show_carrousel_continue_module: continueModules,
  show_carrousel_continue_class: continueLessons,
  show_carrousel_highlight: trending,
} as const satisfies Record<string, SystemType>;

/** The content modes of each type. The first one is the default. */
export const typeContents = {
  [courses]: [''],
  [modules]: ['onlyModules', 'getCourseModules'],
  [lessons]: ['onlyClasses', 'getModuleClasses'],
} as const satisfies Record<ContentType, readonly string[]>;
/** The choice of a carousel's content (C section 4, type-content mapping). */
export type TypeContent = (typeof typeContents)[keyof typeof typeContents][number];

/**
 * Whether the list follows its courses or modules: what an admin adds there later appears in it.
 */
export const isLiving = (content: string) =>
  content === 'getCourseModules' || content === 'getModuleClasses';

/** C section 3: the card types of each `carousel_type`. */
export const cardTypes = {
  Regular: ['horizontal', 'vertical', 'square', 'circle'],
  Destacado: ['biggerImage', 'fullImage'],
} as const;
/** The card types of both kinds. */
export const anyCard = [...cardTypes.Regular, ...cardTypes.Destacado] as const;
/** The values of `carousel_type`. */
export const cardKinds = ['Regular', 'Destacado'] as const;

/** C section 9: Thin, Light, Regular, Medium, Bold, Black. */
export const weights = [100, 300, 400, 500, 700, 900] as const;
