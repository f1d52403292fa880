import type { MigrationStep } from '@ridgeline/postgres';

const parents = ['batches', 'planned_records', 'key_reservations', 'deferred_values', 'outcomes', 'logs']
  .map((table) => `'${table}'`)
  .join(', ');

/**
 * A block holds records of many companies. Within the scope of one company the function sees the migrations of that
 * company only, so it would find every block old: it is for retention, which works in the scope of the system, and no
 * number of days may make a migration old that ended just now.
 */
export const up: MigrationStep = async (sql) => {
  await sql(`
  create or replace function drop_record_block(first integer, keep_days integer) returns boolean
  -- The lock on the parent shuts out all others for a moment: rather try again later than make them queue up.
  language plpgsql security definer set search_path from current set lock_timeout = '1s' as $body$
  declare
    parent text;
  begin
    if current_setting('ridgeline.scope', true) is distinct from 'system' or keep_days < 1 then
      raise exception 'Blocks are dropped by retention only, after a day or more' using errcode = 'insufficient_privilege';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('ridgeline.record_block', first));
    if exists (
      select from migrations where id >= first and id < first + 100
        and (completed_at is null or completed_at > now() - keep_days * interval '1 day')
    ) then return false; end if;
    foreach parent in array array[${parents}] loop
      execute format('drop table if exists %I', format('%s_from_%s', parent, first));
    end loop;
    return true;
  exception when lock_not_available then return false;
  end $body$`);
};
