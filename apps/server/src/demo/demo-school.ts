import { carouselType, CarouselInput } from '@vitrine/contract/carousels';
import { CourseInput, LessonInput, ModuleInput } from '@vitrine/contract/catalog';
import { ProductInput } from '@vitrine/contract/products';
import * as z from 'zod/mini';
import { addCarousel } from '../features/carousels/carousels.store.ts';
import { addCourse } from '../features/catalog/courses.store.ts';
import { addLesson } from '../features/catalog/lessons.store.ts';
import { addModule } from '../features/catalog/modules.store.ts';
import { addLink } from '../features/custom-links/custom-links.store.ts';
import { addProduct } from '../features/products/products.store.ts';
import type { TenantTransaction } from '../platform/database.ts';
import { addDemoBanners } from './demo-banners.ts';
import { addDemoCommunities } from './demo-communities.ts';
import { demoCourses, type DemoCourse } from './demo-courses.ts';
import { addDemoQuizzes } from './demo-quizzes.ts';

/** Fills the demo school by the same verbs as its owner would, in one transaction: all or nothing. */
export async function fillDemoSchool(tx: TenantTransaction) {
  const products = new Map<string, number>();
  for (const title of ['Plano Luz', 'Plano Estúdio']) {
    const { id } = await addProduct(tx, z.parse(ProductInput, { title }));
    products.set(title, id);
  }
  const courses = new Map<string, number>();
  for (const course of demoCourses)
    courses.set(course.title, await fillCourse(tx, course, products.get(course.product)!));
  await addCarousel(
    tx,
    z.parse(CarouselInput, {
      title: 'Para aprender do zero',
      type: carouselType.courses,
      card_type: 'horizontal',
      content: [...courses.values()],
    }),
  );
  await addDemoBanners(tx, courses);
  await addDemoQuizzes(tx, courses);
  await addDemoCommunities(tx, products);
  await addLink(tx, { link_title: 'Mentorias', link_url: 'mentorias.example.com' });
}

async function fillCourse(tx: TenantTransaction, course: DemoCourse, productId: number) {
  const { title, description } = course;
  const id = await addCourse(
    tx,
    z.parse(CourseInput, { title, description, product_ids: [productId] }),
  );
  for (const part of course.modules) {
    const moduleId = await addModule(tx, id, z.parse(ModuleInput, { title: part.title }));
    for (const { title: name, minutes, text } of part.lessons)
      await addLesson(
        tx,
        moduleId,
        z.parse(LessonInput, {
          title: name,
          duration_seconds: minutes * 60,
          content: text.map((paragraph) => `<p>${paragraph}</p>`).join(''),
        }),
      );
  }
  return id;
}
