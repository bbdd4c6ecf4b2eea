import { carouselType, CarouselInput } from '@vitrine/contract/carousels';
import { CourseInput, LessonInput, ModuleInput } from '@vitrine/contract/catalog';
import { DAY_MS, MINUTE_MS } from '@vitrine/contract/durations';
import { LiveInput } from '@vitrine/contract/lives';
import { MarqueeInput } from '@vitrine/contract/marquees';
import { ProductInput } from '@vitrine/contract/products';
import { lessonHref } from '@vitrine/contract/urls';
import * as z from 'zod/mini';
import { addCarousel } from '../features/carousels/carousels.store.ts';
import { addCourse } from '../features/catalog/courses.store.ts';
import { addLesson } from '../features/catalog/lessons.store.ts';
import { addModule } from '../features/catalog/modules.store.ts';
import { addLink } from '../features/custom-links/custom-links.store.ts';
import { addLive } from '../features/lives/lives.store.ts';
import { addMarquee } from '../features/marquees/marquees.store.ts';
import { addProduct } from '../features/products/products.store.ts';
import type { TenantTransaction } from '../platform/database.ts';
import { enqueue } from '../platform/jobs.ts';
import { addDemoBanners } from './demo-banners.ts';
import { addDemoCommunities } from './demo-communities.ts';
import { demoCourses, type DemoCourse, type DemoLesson } from './demo-courses.ts';
import type { CoverPayload } from './demo-covers.ts';
import { VIDEO_SECONDS, type DemoMedia } from './demo-media.ts';
import { addDemoPeople } from './demo-people.ts';
import { addDemoPoints, addDemoRewards } from './demo-points.ts';
import { addDemoProfileCourses, addDemoQuizzes, takeDemoQuiz } from './demo-quizzes.ts';
import { addDemoStudy } from './demo-study.ts';
import { settleTimes } from './demo-times.ts';

const offers = {
  'Plano Luz': { price_text: 'R$ 39 por mês', button_text: 'Quero o Plano Luz' },
  'Plano Estúdio': {
    price_text: 'R$ 89 por mês\nou R$ 890 por ano, dois meses a menos',
    button_text: 'Quero o Plano Estúdio',
  },
};

/** Fills the demo school with the same store functions that its owner uses, in one transaction. */
export async function fillDemoSchool(tx: TenantTransaction, media: DemoMedia, ownerId: number) {
  const products = new Map<string, number>();
  for (const title of Object.keys(offers)) {
    const { id } = await addProduct(tx, z.parse(ProductInput, { title }));
    products.set(title, id);
  }
  const productIds = [...products.values()];
  const members = await addDemoPeople(tx, products);
  await addDemoPoints(tx, productIds);
  const quizzes = await addDemoQuizzes(tx);
  const quizId = quizzes.light.id;
  await addDemoRewards(tx, { productIds, quizId });

  const filled = { courses: new Map(), modules: new Map(), lessons: new Map() } as DemoContent;
  for (const course of demoCourses)
    await fillCourse(tx, course, {
      media,
      quizId,
      filled,
      productId: products.get(course.product)!,
    });
  await addRows(tx, filled);
  await addDemoBanners(tx, filled.courses, media);
  await enqueueCovers(tx, filled);
  await addDemoCommunities(tx, products, members);

  await addDemoStudy(tx, members, filled.lessons, ownerId);
  const { light, habits } = quizzes;
  await addDemoProfileCourses(tx, habits, filled.courses);
  const attempts = [
    { person: 'osvaldo', quiz: habits, places: [2, 2, 0], daysAgo: 15 },
    { person: 'julia', quiz: habits, places: [0, 2, 2], daysAgo: 13 },
    { person: 'duda', quiz: habits, places: [0, 0, 0], daysAgo: 12 },
    { person: 'duda', quiz: light, places: [0, 1, 0], daysAgo: 11 },
    { person: 'taina', quiz: light, places: [0, 1, 2], daysAgo: 6 },
    { person: 'kaue', quiz: light, places: [1, 1, 2], daysAgo: 2 },
  ] as const;
  for (const attempt of attempts)
    await takeDemoQuiz(tx, members, { ...attempt, places: [...attempt.places] });

  await addLink(tx, { link_title: 'Mentorias', link_url: 'mentorias.example.com' });
  await addMarquee(
    tx,
    z.parse(MarqueeInput, {
      text: 'Sábado tem saída em grupo: nascer do sol na serra, quinze vagas',
      product_id: products.get('Plano Luz'),
      url: 'https://contraluz.example.com/saidas',
    }),
  );
  await addDemoLives(tx, filled.lessons);
  await settleTimes(tx, ownerId);
}

/** Adds a past live, whose recording is a lesson, and a coming one. */
async function addDemoLives(tx: TenantTransaction, lessons: DemoContent['lessons']) {
  const { id, courseId, lesson } = lessons.values().next().value!;
  const add = (input: object) => addLive(tx, z.parse(LiveInput, input));
  await add({
    title: 'Perguntas e respostas: a primeira saída',
    url: videoOnYouTube,
    recording_url: lessonHref(courseId, lesson.title, id),
    ...eveningIn(-9),
  });
  await add({
    title: 'Leitura de portfólio com a Ana',
    url: videoOnYouTube,
    ...eveningIn(5),
  });
}

/** Big Buck Bunny, which the Blender Foundation lets everybody show, so that the player starts. */
const videoOnYouTube = 'https://youtu.be/aqz-KE-bpKQ';

/** An evening in São Paulo (UTC-3), from eight to half past nine. */
function eveningIn(days: number) {
  const day = new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  const start = Date.parse(`${day}T23:00:00Z`);
  return {
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(start + 90 * MINUTE_MS).toISOString(),
  };
}

interface DemoContent {
  courses: Map<string, number>;
  modules: Map<string, { id: number; course: DemoCourse }>;
  lessons: Map<
    string,
    { id: number; moduleId: number; courseId: number; course: DemoCourse; lesson: DemoLesson }
  >;
}

interface CourseToFill {
  media: DemoMedia;
  quizId: number;
  productId: number;
  filled: DemoContent;
}

async function fillCourse(
  tx: TenantTransaction,
  course: DemoCourse,
  { media, quizId, productId, filled }: CourseToFill,
) {
  const { title, description, learn, includes, scene } = course;
  const button_url = 'https://contraluz.example.com/planos';
  const offer = { ...offers[course.product], button_url, learn, includes };
  const courseId = await addCourse(
    tx,
    z.parse(CourseInput, { title, description, product_ids: [productId], offer }),
  );
  filled.courses.set(title, courseId);
  const files = media.courses.get(scene)!;
  for (const part of course.modules) {
    const moduleId = await addModule(tx, courseId, z.parse(ModuleInput, { title: part.title }));
    filled.modules.set(part.title, { id: moduleId, course });
    for (const lesson of part.lessons) {
      const { title: name, minutes, text, captions, sample, handout, quiz } = lesson;
      const id = await addLesson(
        tx,
        moduleId,
        z.parse(LessonInput, {
          title: name,
          duration_seconds: captions ? VIDEO_SECONDS : minutes * 60,
          content: text.map((paragraph) => `<p>${paragraph}</p>`).join(''),
          video_url: captions ? files.video : null,
          captions: captions ? [{ language: 'pt-BR', path: files.captions }] : [],
          files: handout ? [{ name: 'Caderno de campo.pdf', path: files.handout }] : [],
          sample: sample ?? false,
          ...(quiz && { quiz_id: quizId, quiz_required: 1 }),
        }),
      );
      filled.lessons.set(name, { id, moduleId, courseId, course, lesson });
    }
  }
}

/** Adds four carousels, each with another card type. The one added last comes first. */
async function addRows(tx: TenantTransaction, { courses, modules, lessons }: DemoContent) {
  const videos = [...lessons.values()].filter(({ lesson }) => lesson.captions);
  const rows = [
    {
      title: 'Uma aula no café',
      type: carouselType.lessons,
      card_type: 'circle',
      content: videos.map(({ id }) => id),
    },
    {
      title: 'Módulo por módulo',
      type: carouselType.modules,
      card_type: 'vertical',
      content: [...modules.values()].map(({ id }) => id),
    },
    {
      title: 'Do Plano Estúdio',
      type: carouselType.courses,
      card_type: 'biggerImage',
      content: demoCourses
        .filter(({ product }) => product === 'Plano Estúdio')
        .map(({ title }) => courses.get(title)),
    },
    {
      title: 'Para aprender do zero',
      type: carouselType.courses,
      card_type: 'horizontal',
      content: [...courses.values()],
    },
  ];
  for (const row of rows) await addCarousel(tx, z.parse(CarouselInput, row));
}

/** Enqueues one job per cover, so that the first images appear at once. Courses come first. */
async function enqueueCovers(tx: TenantTransaction, { courses, modules, lessons }: DemoContent) {
  const covers: CoverPayload[] = [
    ...demoCourses.map(({ title, scene }) => ({
      kind: 'course' as const,
      id: courses.get(title)!,
      scene,
      at: 0.15,
    })),
    ...[...modules.values()].map(({ id, course }, place) => ({
      kind: 'module' as const,
      id,
      scene: course.scene,
      at: place % 2 ? 0.85 : 0.45,
    })),
    ...[...lessons.values()]
      .filter(({ lesson }) => lesson.captions)
      .map(({ id, course }) => ({
        kind: 'lesson' as const,
        id,
        scene: course.scene,
        at: 0.6,
      })),
  ];
  for (const cover of covers) await enqueue(tx, 'paint-demo-catalog', { ...cover });
}
