-- AlterTable
ALTER TABLE `scheduled_message` ADD COLUMN `also_in_channel` BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE `scheduled_series` ADD COLUMN `also_in_channel` BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE `planned_draft` ADD COLUMN `also_in_channel` BOOLEAN NOT NULL DEFAULT false;
