-- A migration and what an application may keep beside it.
CREATE TABLE IF NOT EXISTS users (
  id INTEGER PRIMARY KEY,
  "email" VARCHAR(255) NOT NULL,
  team_id INT REFERENCES teams(id),
  FOREIGN KEY (team_id) REFERENCES public.teams (id)
);
CREATE TABLE `sessions` (`token` char(36), user_id int);
ALTER TABLE users ADD COLUMN locked_at TIMESTAMP;
ALTER TABLE users RENAME COLUMN email TO login;
ALTER TABLE sessions DROP COLUMN token;
ALTER TABLE sessions RENAME TO logins;
CREATE UNIQUE INDEX idx_users_email ON users (email);
CREATE VIEW active_users AS
  SELECT u.id, count(*) FROM users u JOIN sessions s ON s.user_id = u.id;
CREATE MATERIALIZED VIEW daily AS SELECT day FROM public.visits;
CREATE TYPE state AS ENUM ('open', 'closed');
CREATE SEQUENCE order_numbers;
CREATE OR REPLACE FUNCTION touch() RETURNS trigger AS $$
BEGIN
  NEW.updated_at = now();
  RETURN NEW;
END;
$$ LANGUAGE plpgsql;
CREATE TRIGGER users_touch BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION touch();
INSERT INTO users (id, email) VALUES (1, 'a@b.c');
UPDATE users SET email = lower(email) WHERE id IN (SELECT user_id FROM sessions);
DELETE FROM sessions WHERE token IS NULL;
WITH recent AS (SELECT * FROM visits) SELECT * FROM recent;
DROP TABLE IF EXISTS old_users;
