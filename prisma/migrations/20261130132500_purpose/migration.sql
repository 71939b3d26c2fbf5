-- AlterTable
ALTER TABLE `channel` ADD COLUMN `purpose` VARCHAR(250) NOT NULL DEFAULT '';
