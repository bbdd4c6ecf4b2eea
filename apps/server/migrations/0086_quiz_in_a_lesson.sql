-- A quiz of a lesson may count: then the lesson is finished by passing, and by nothing else.
ALTER TABLE lessons ADD quiz_required boolean NOT NULL DEFAULT false;

-- Kept lessons name their quiz and say whether students may take it (0027). An autosave of questions
-- changes neither.
CREATE CONSTRAINT TRIGGER showcase AFTER UPDATE ON quizzes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.name <> NEW.name OR OLD.published <> NEW.published
    OR (OLD.questions = '[]') <> (NEW.questions = '[]'))
  EXECUTE FUNCTION count_showcase_change();
