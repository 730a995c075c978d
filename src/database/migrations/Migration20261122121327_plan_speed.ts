import { Migration } from '@mikro-orm/migrations';

/** Of forecasts from before: their points in short. */
const RUNS = `
  update forecasts f set runs = coalesce((
    select json_agg(json_build_array(e.point -> 'days', e.point -> 'expected') order by e.position)
    from jsonb_array_elements(f.forecast -> 'points') with ordinality as e (point, position)), '[]')`;

/** What plans read of forecasts, and suggestions without the keys that took longer than their rows. */
export class Migration20261122121327_plan_speed extends Migration {
  override up(): void {
    this.addSql(
      'alter table "plan_suggestions" drop constraint "plan_suggestions_organization_id_from_location_id_foreign"',
    );
    this.addSql(
      'alter table "plan_suggestions" drop constraint "plan_suggestions_organization_id_location_id_foreign"',
    );
    this.addSql('alter table "plan_suggestions" drop constraint "plan_suggestions_organization_id_recipe_id_foreign"');
    this.addSql(
      'alter table "plan_suggestions" drop constraint "plan_suggestions_organization_id_supplier_id_foreign"',
    );
    this.addSql(
      'alter table "plan_suggestions" drop constraint "plan_suggestions_organization_id_supplier_item_id_foreign"',
    );
    this.addSql('alter table "plan_suggestions" drop constraint "plan_suggestions_organization_id_variant_id_foreign"');
    this.addSql('alter table "forecasts" add "runs" json null');
    // Its owner reads and writes it here, whichever role migrates.
    this.addSql('alter table forecasts no force row level security');
    this.addSql(RUNS);
    this.addSql('alter table forecasts force row level security');
    this.addSql('alter table "forecasts" alter column "runs" set not null');
    this.addSql(
      'comment on column "forecasts"."runs" is \'Its points in short, from its first day on, as pairs of days and expected demand: what plans read.\'',
    );
  }
}
